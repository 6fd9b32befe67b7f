import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $processes } from '../../lib/stores/terminals.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { CommandInput } from '../ui/command-input.tsx';
import { Elapsed } from '../ui/elapsed.tsx';
import { WorkIconButton } from '../ui/project-work/work-icon-button.tsx';
import { EndedProcesses } from './ended-processes.tsx';

/** What the agent left running; nothing runs hidden. */
export function ProcessList() {
  const actions = useActions('terminals');
  const processes = useStore($processes);
  return (
    <section className="process-list" aria-label={t('Processes')}>
      <h3 className="flex justify-between py-8px px-12px line-b-1 font-500 text-12px">
        {t('Processes')} <span className="c-text-3">{processes.length}</span>
      </h3>
      <ul>
        {processes.map(({ processId, command, port, startedAt, waitsFor }) => (
          <li key={processId} className="flex items-start gap-8px pt-8px pr-6px pb-8px pl-12px line-b-1">
            <span className="shrink-0 w-6px h-6px mt-7px rounded-1/2 bg-green" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <code className="truncate block [font:400_12px_/_20px_var(--font-mono)]">{command}</code>
              <p className="text-sm c-text-3">
                {port === null ? t('no port') : t('port {port}', { port })} · <Elapsed since={startedAt} />
              </p>
              {waitsFor !== null && <CommandInput processId={processId} prompt={waitsFor.prompt} isHidden={waitsFor.isHidden === true} />}
            </div>
            <WorkIconButton
              icon="i-lucide-square"
              label={t('Stop {command}', { command })}
              iconSize={12}
              onClick={() => void actions.stopProcess(processId)}
            />
          </li>
        ))}
      </ul>
      <EndedProcesses />
      <p className="py-8px px-12px c-text-3 text-12px">{t('Nothing runs hidden. What the agent leaves running is listed here.')}</p>
    </section>
  );
}
