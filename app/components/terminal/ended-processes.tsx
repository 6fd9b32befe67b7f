import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $endedProcesses } from '../../lib/stores/terminals.ts';
import { useActions } from '../page/workbench-context.tsx';
import { WorkButton } from '../ui/project-work/work-button.tsx';
import { endedTitle } from '../ui/text/ended-text.tsx';

/** Processes that ran when the page was closed or the runtime ended. */
export function EndedProcesses() {
  const actions = useActions('terminals');
  const ended = useStore($endedProcesses);
  if (ended.length === 0) return null;
  const title = endedTitle(ended);
  return (
    <section aria-label={title} className="line-b-1">
      <h4 className="flex items-center justify-between m-0 py-6px px-12px font-500 text-12px c-text-2">
        {title}
        {ended.length > 1 && (
          <WorkButton size={24} onClick={() => void actions.startAgain(ended)}>
            {t('Start all again')}
          </WorkButton>
        )}
      </h4>
      <ul>
        {ended.map((process) => (
          <li key={process.processId} className="flex items-center gap-8px pb-8px pr-6px pl-12px">
            <code className="truncate flex-1 min-w-0 [font:400_12px_/_20px_var(--font-mono)]">{process.command}</code>
            <WorkButton
              size={24}
              aria-label={t('Start {command} again', { command: process.command })}
              onClick={() => void actions.startAgain([process])}
            >
              {t('Start again')}
            </WorkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
