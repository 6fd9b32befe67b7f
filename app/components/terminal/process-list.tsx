import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $processes, $runningCommands, type BackgroundProcess } from '../../lib/stores/terminals.ts';
import { CommandInput } from '../page/command-input.tsx';
import { useActions } from '../page/workbench-context.tsx';
import { Elapsed } from '../ui/elapsed.tsx';
import { WorkIconButton } from '../ui/project-work/work-icon-button.tsx';
import { shortText } from '../ui/text/short-text.ts';
import { EndedProcesses } from './ended-processes.tsx';

/** The background processes of the agent and the user's commands in its shell, so that nothing runs unseen. Prompts are answered here. */
export function ProcessList() {
  const actions = useActions('terminals');
  const processes = useStore($processes);
  const commands = useStore($runningCommands);
  return (
    <section className="process-list" aria-label={t('Processes')}>
      <h3 className="flex justify-between py-8px px-12px line-b-1 font-500 text-12px">
        {t('Processes')} <span className="c-text-3">{processes.length + commands.length}</span>
      </h3>
      <ul>
        {commands.map(({ id, ...command }) => (
          <ProcessRow key={`command-${id}`} process={{ ...command, port: null }} onStop={() => actions.stopCommand(id)} />
        ))}
        {processes.map((process) => (
          <ProcessRow key={process.processId} process={process} onStop={() => void actions.stopProcess(process.processId)} />
        ))}
      </ul>
      <EndedProcesses />
      <p className="py-8px px-12px c-text-3 text-12px">{t('Nothing runs hidden. What the agent leaves running is listed here.')}</p>
    </section>
  );
}

interface ProcessRowProps {
  process: Pick<BackgroundProcess, 'command' | 'port' | 'startedAt' | 'waitsFor'>;
  onStop(): void;
}

function ProcessRow({ process: { command, port, startedAt, waitsFor }, onStop }: ProcessRowProps) {
  return (
    <li className="flex items-start gap-8px pt-8px pr-6px pb-8px pl-12px line-b-1">
      <span className="shrink-0 w-6px h-6px mt-7px rounded-1/2 bg-green" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <code className="truncate block [font:400_12px_/_20px_var(--font-mono)]">{shortText(command)}</code>
        <p className="text-sm c-text-3">
          {port === null ? t('no port') : t('port {port}', { port })} · <Elapsed since={startedAt} />
        </p>
        {waitsFor !== null && <CommandInput {...waitsFor} />}
      </div>
      <WorkIconButton icon="i-lucide-square" label={t('Stop {command}', { command })} iconSize={12} onClick={onStop} />
    </li>
  );
}
