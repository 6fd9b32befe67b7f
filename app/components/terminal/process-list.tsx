import { useStore } from '@nanostores/react';
import { $processes } from '../../lib/stores/terminals.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { CommandInput } from '../ui/command-input.tsx';
import { Elapsed } from '../ui/elapsed.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** What the agent left running; nothing runs hidden. */
export function ProcessList() {
  const actions = useActions('terminals');
  const processes = useStore($processes);
  return (
    <section className="process-list" aria-label="Processes">
      <h3 className="process-list-title">
        Processes <span className="c-text-3">{processes.length}</span>
      </h3>
      <ul>
        {processes.map(({ processId, command, port, startedAt, waitsFor }) => (
          <li key={processId} className="process-row">
            <span className="process-dot" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <code className="process-command">{command}</code>
              <p className="text-sm c-text-3">
                {port === null ? 'no port' : `port ${port}`} · <Elapsed since={startedAt} />
              </p>
              {waitsFor !== null && <CommandInput processId={processId} prompt={waitsFor.prompt} isHidden={waitsFor.isHidden === true} />}
            </div>
            <IconButton
              icon="i-lucide-square"
              label={`Stop ${command}`}
              iconSize={12}
              onClick={() => void actions.stopProcess(processId)}
            />
          </li>
        ))}
      </ul>
      <p className="process-note">Nothing runs hidden. What the agent leaves running is listed here.</p>
    </section>
  );
}
