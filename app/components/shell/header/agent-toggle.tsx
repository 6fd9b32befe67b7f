import './agent-toggle.css';
import { useStore } from '@nanostores/react';
import { $settings } from '../../../lib/stores/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { useActions } from '../workbench/workbench-context.tsx';

/** Agent mode, wherever one is: lit in the agent's colour while it is on. */
export function AgentToggle() {
  const actions = useActions('settings');
  const { enabled } = useStore($settings, { keys: ['agent'] }).agent;
  return (
    <button
      type="button"
      aria-label="⚡ Agent"
      aria-pressed={enabled}
      data-tip={enabled ? 'Agent mode: works in steps with tools' : 'Agent mode is off: plain chat'}
      className="agent-toggle"
      onClick={() => actions.updateAgentSettings({ enabled: !enabled })}
    >
      <Icon name="i-lucide-zap" size={14} />
      <span className="agent-toggle-text">Agent</span>
    </button>
  );
}
