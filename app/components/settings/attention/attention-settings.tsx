import { useStore } from '@nanostores/react';
import { $notificationAccess } from '../../../lib/attention/attention-store.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingRow } from '../setting-row.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { ATTENTION_SETTINGS_TEXT as TEXT } from './attention-settings-text.ts';

/** How the user is called back to a page that they do not see. */
export function AttentionSettings() {
  const actions = useActions('notices');
  const settingsActions = useActions('settings');
  const { attention } = useStore($settings, { keys: ['attention'] });
  return (
    <>
      <h3 className="side-heading pt-5">{TEXT.heading()}</h3>
      <p className="text-sm c-text-3">{TEXT.about()}</p>
      <SettingRow title={TEXT.notification.title()} text={TEXT.notification.text()} textId="setting-notification">
        <Switch
          label={TEXT.notification.title()}
          describedBy="setting-notification notification-access"
          isOn={attention.notification}
          onChange={(isOn) => void actions.setNotifications(isOn)}
        />
      </SettingRow>
      <NotificationState isOn={attention.notification} onAsk={() => void actions.setNotifications(true)} />
      {attention.notification && (
        <SwitchRow
          name="chat-title"
          {...TEXT.chatTitle}
          isOn={attention.chatTitle}
          onChange={(chatTitle) => settingsActions.updateSettings({ attention: { ...attention, chatTitle } })}
        />
      )}
      <SwitchRow name="sound" {...TEXT.sound} isOn={attention.sound} onChange={(isOn) => actions.setSound(isOn)} />
    </>
  );
}

/** What the browser says to it, and what the user can do about that. */
function NotificationState({ isOn, onAsk }: { isOn: boolean; onAsk: () => void }) {
  const access = useStore($notificationAccess);
  // As imported from another browser, perhaps.
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
