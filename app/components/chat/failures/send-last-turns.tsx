import { t } from '../../../lib/i18n/t.ts';
import { lastTurns } from '../../../lib/protocol/models/last-turns.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

/** Enables the setting for small models and retries the step, if the window is too small for the conversation. */
export function SendLastTurns() {
  const settingsActions = useActions('settings');
  const chatActions = useActions('chat');
  const send = async () => {
    const { history } = $settings.get();
    settingsActions.updateSettings({ history: { ...history, turns: lastTurns(history.turns) } });
    await chatActions.retry();
  };
  return (
    <WorkButton size={24} variant="ghost" icon="i-lucide-scissors" onClick={send}>
      {t('Send only the last turns, short prompt')}
    </WorkButton>
  );
}
