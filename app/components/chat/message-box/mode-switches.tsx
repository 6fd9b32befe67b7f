import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Selects how the next message is handled: by the agent with all tools, by the agent without tools that write or run, or as plain chat. */
export function ModeSwitches() {
  const actions = useActions('settings');
  const { agent, planMode } = useStore($settings, { keys: ['agent', 'planMode'] });
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={agent.enabled}
        aria-label={t('Agent mode')}
        data-tip={agent.enabled ? t('Agent mode: works in steps with tools') : t('Agent mode is off: plain chat')}
        data-tip-side="top"
        className="mode-chip mode-chip-agent"
        onClick={() => actions.updateAgentSettings({ enabled: !agent.enabled })}
      >
        <Icon name="i-lucide-zap" />
        {t('Agent')}
      </button>
      <button
        type="button"
        role="switch"
        aria-checked={planMode}
        aria-label={t('Plan mode')}
        data-tip={t('Plan mode: reads only, never writes or runs')}
        data-tip-side="top"
        className="mode-chip"
        disabled={!agent.enabled}
        onClick={() => actions.updateSettings({ planMode: !planMode })}
      >
        <Icon name="i-lucide-list-todo" />
        {t('Plan')}
      </button>
    </>
  );
}
