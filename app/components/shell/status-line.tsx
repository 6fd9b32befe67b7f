import './status-line.css';
import { useStore } from '@nanostores/react';
import { $chat } from '../../lib/stores/chat.ts';
import { $previews } from '../../lib/stores/previews.ts';
import { $processes } from '../../lib/stores/terminals.ts';
import { $problems, $runtime, $workbenchTab } from '../../lib/stores/workbench.ts';
import { AgentStatusLine } from '../ui/agent-status.tsx';
import { useContextWindow } from '../ui/hooks/use-context-window.ts';
import { useModelName } from '../ui/hooks/use-model-name.ts';
import { Icon } from '../ui/icon.tsx';
import { isRunOpen } from '../ui/text/agent-status-text.ts';
import { runtimeText, runtimeTone } from '../ui/text/runtime-text.ts';
import { tokenText } from '../ui/text/token-text.ts';
import { useActions } from './workbench/workbench-context.tsx';

function RuntimeState() {
  const runtime = useStore($runtime);
  const actions = useActions('runtime');
  const reason = runtime.status === 'failed' || runtime.status === 'ended' ? runtime.message : null;
  return (
    <span className="status-item">
      <span aria-hidden="true" className="dot" data-tone={runtimeTone(runtime)} />
      <span title={reason ?? undefined}>{runtimeText(runtime)}</span>
      {reason !== null && (
        <button type="button" className="status-button" onClick={() => actions.restartRuntime()}>
          {runtime.status === 'ended' ? 'Start it again' : 'Restart'}
        </button>
      )}
    </span>
  );
}

function SessionItems() {
  const previews = useStore($previews);
  const processes = useStore($processes).length;
  const problems = useStore($problems).length;
  return (
    <>
      {previews.map(({ port }) => (
        <button key={port} type="button" className="status-button" aria-label={`Port ${port}`} onClick={() => $workbenchTab.set('preview')}>
          <Icon name="i-lucide-radio" size={12} />
          {port}
        </button>
      ))}
      {processes > 0 && (
        <button type="button" className="status-button" onClick={() => $workbenchTab.set('terminal')}>
          <Icon name="i-lucide-square-terminal" size={12} />
          {processes} {processes === 1 ? 'process' : 'processes'}
        </button>
      )}
      {problems > 0 && (
        <button type="button" className="status-button" onClick={() => $workbenchTab.set('problems')}>
          <Icon name="i-lucide-circle-x" size={12} />
          {problems} {problems === 1 ? 'problem' : 'problems'}
        </button>
      )}
    </>
  );
}

/** The window's use after the newest step, as its provider reported; where that is not known, the tokens of the whole chat. */
function TokenUse() {
  const { tokens, lastUsage } = useStore($chat, { keys: ['tokens', 'lastUsage'] });
  const window = useContextWindow();
  const used = tokens.input + tokens.output;
  if (used === 0) return null;
  const all = `${tokenText(used)} tokens were used in this chat`;
  if (window === null || lastUsage === null) {
    return (
      <span className="tabular" title={`${all}. The model's window is not known; it can be set under Settings, Models.`}>
        {tokenText(used)} tokens
      </span>
    );
  }
  const inWindow = lastUsage.input + lastUsage.output;
  const share = Math.min(100, Math.round((inWindow / window) * 100));
  return (
    <span className="status-item" title={`The conversation takes ${share} % of what the model holds. ${all}.`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in the same way in every browser */}
      <span
        role="meter"
        aria-label="Context window"
        aria-valuemin={0}
        aria-valuemax={window}
        aria-valuenow={Math.min(window, inWindow)}
        aria-valuetext={`${tokenText(inWindow)} of ${tokenText(window)} tokens`}
        className="window-meter"
        data-level={share >= 80 ? 'high' : 'rest'}
      >
        <span className="window-fill" style={{ width: `${share}%` }} />
      </span>
      <span className="tabular" aria-hidden="true">
        {tokenText(inWindow)} / {tokenText(window)} tokens
      </span>
    </span>
  );
}

/** The bottom line: the runtime at the left, the model and the agent at the right. */
export function StatusLine({ isSession }: { isSession: boolean }) {
  const modelName = useModelName();
  const { status } = useStore($chat, { keys: ['status'] });
  // While a run is open its strip says what the agent is doing.
  const isStripOpen = isSession && (isRunOpen(status) || status === 'waiting_for_user');
  return (
    <footer className="status-line">
      <span className="panel-title">STATUS</span>
      <RuntimeState />
      {isSession && <SessionItems />}
      <span className="flex-1" />
      <TokenUse />
      <span className="truncate">{modelName}</span>
      {!isStripOpen && <AgentStatusLine />}
    </footer>
  );
}
