import { useStore } from '@nanostores/react';
import { $notificationAccess } from '../../../lib/attention/attention-store.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSetting } from '../rows/use-setting.ts';
import { SettingRow } from '../setting-row.tsx';
import { ATTENTION_SETTINGS_TEXT as TEXT } from './attention-settings-text.ts';

/** The switch for notifications. Turning it on asks for the browser's permission. */
export function NotificationRow() {
  const actions = useActions('notices');
  const { value: isOn } = useSetting('attention.notification');
  return (
    <>
      <SettingRow title={TEXT.notification.title()} text={TEXT.notification.text()} textId="setting-notification">
        <Switch
          label={TEXT.notification.title()}
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
  const text = isUnanswered ? TEXT.unanswered() : TEXT.access[access]();
  return (
    <div className={text === '' ? 'visually-hidden' : 'flex items-center gap-16px pb-2'}>
      <p id="notification-access" role="status" className="flex-1 text-sm c-text-2">
        {text}
      </p>
      {isUnanswered && (
        <Button size={24} onClick={onAsk}>
          {TEXT.askAgain()}
        </Button>
      )}
    </div>
  );
}
