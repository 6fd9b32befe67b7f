import { useStore } from '@nanostores/react';
import { $notificationAccess, type NotificationAccess } from '../../../lib/attention/attention-store.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSetting } from '../rows/use-setting.ts';
import { SettingRow } from '../setting-row.tsx';

const ACCESS: Readonly<Record<NotificationAccess, () => string>> = {
  granted: () => '',
  refused: () =>
    t(
      'The browser refuses notifications of this page. Allow them in its settings for this site (mostly behind the icon beside the address), then turn this on.',
    ),
  'not-asked': () => t('The browser asks you when you turn this on.'),
  unsupported: () => t('This browser shows no notifications of a page. The title and the icon say it all the same.'),
};

/** The switch for notifications. Turning it on asks for the browser's permission. */
export function NotificationRow() {
  const actions = useActions('notices');
  const { value: isOn } = useSetting('attention.notification');
  return (
    <>
      <SettingRow
        title={t('Notifications of the system')}
        text={t('One for each question, and one when a task ends. They hold no code and no command. A press brings you to the question.')}
        textId="setting-notification"
      >
        <Switch
          label={t('Notifications of the system')}
          describedBy="setting-notification notification-access"
          isOn={isOn}
          onChange={(wanted) => void actions.setNotifications(wanted)}
        />
      </SettingRow>
      <NotificationState isOn={isOn} onAsk={() => void actions.setNotifications(true)} />
    </>
  );
}

/** The state of the browser's permission, with a button to request it again. */
function NotificationState({ isOn, onAsk }: { isOn: boolean; onAsk: () => void }) {
  const access = useStore($notificationAccess);
  // For example, if the setting was imported from another browser.
  const isUnanswered = isOn && access === 'not-asked';
  const text = isUnanswered ? t('The browser still waits for your answer on whether it may show them: ask it again.') : ACCESS[access]();
  return (
    <div className={text === '' ? 'visually-hidden' : 'flex items-center gap-16px pb-2'}>
      <p id="notification-access" role="status" className="flex-1 text-sm c-text-2">
        {text}
      </p>
      {isUnanswered && (
        <Button size={24} onClick={onAsk}>
          {t('Ask the browser')}
        </Button>
      )}
    </div>
  );
}
