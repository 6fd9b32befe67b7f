import './agent-toggle.css';
import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Switches agent mode; lit in the agent's colour while it is on. */
export function AgentToggle() {
  const actions = useActions('settings');
  const { enabled } = useStore($settings, { keys: ['agent'] }).agent;
  return (
    <button
      type="button"
      aria-label={t('⚡ Agent')}
      aria-pressed={enabled}
      data-tip={enabled ? t('Agent mode: works in steps with tools') : t('Agent mode is off: plain chat')}
      className="agent-toggle"
      onClick={() => actions.updateAgentSettings({ enabled: !enabled })}
    >
      <Icon name="i-lucide-zap" size={14} />
      <span className="agent-toggle-text">{t('Agent')}</span>
    </button>
  );
}
