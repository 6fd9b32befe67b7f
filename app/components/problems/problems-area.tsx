import './problems-area.css';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { Problem } from '../../lib/protocol/project-facts/problem.ts';
import { $files } from '../../lib/stores/files.ts';
import { $typesNote } from '../../lib/stores/types.ts';
import { $problems } from '../../lib/stores/workbench.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { LongText } from '../ui/long-text.tsx';

const SOURCES: Record<Problem['source'], () => string> = {
  terminal: () => t('Terminal'),
  preview: () => t('Preview'),
  build: () => t('Build'),
};

/** Errors of types, terminals, builds and previews, which the agent reads too. */
export function ProblemsArea() {
  const fileActions = useActions('files');
  const chatActions = useActions('chat');
  const problems = useStore($problems);
  const files = useStore($files);
  const note = useStore($typesNote);
  const { checkTypes } = useActions('types');
  // Also when a file is added, which may be the project's first configuration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are read by the service
  useEffect(() => checkTypes(), [files, checkTypes]);
  const hint = note !== null && <p className="problems-note">{note}</p>;
  if (problems.length === 0)
    return (
      <>
        {hint}
        <EmptyState icon="i-lucide-circle-check" text={t('No problems. Errors of types, terminals, builds and the preview appear here.')} />
      </>
    );
  return (
    <div className="h-full overflow-y-auto">
      {hint}
      <ul aria-label={t('Problems')}>
        {problems.map((problem) => {
          const { source, message, file, line, count, tool, isWarning } = problem;
          return (
            <li key={`${source} ${file ?? ''} ${tool === undefined ? '' : line} ${message}`} className="problem-row">
              <Icon name={isWarning ? 'i-lucide-triangle-alert' : 'i-lucide-circle-x'} className={isWarning ? 'c-yellow' : 'c-red'} />
              <div className="min-w-0 flex-1">
                <p className="[font:400_12px/18px_var(--font-mono)] wrap-anywhere">
                  <LongText text={message} />
                </p>
                <p className="c-text-3 text-12px">
                  {tool ?? SOURCES[source]()}
                  {file !== undefined && ` · ${file}${line === undefined ? '' : `:${line}`}`}
                </p>
              </div>
              {count > 1 && <Badge tone="red">{plural(count, { one: '{count} time', other: '{count} times' })}</Badge>}
              {file !== undefined && files.has(file) && (
                <Button
                  size={24}
                  variant="ghost"
                  onClick={() => void fileActions.openFile(file, line === undefined ? undefined : { line })}
                >
                  {line === undefined ? t('Open file') : t('Go to line')}
                </Button>
              )}
              <Button size={24} icon="i-lucide-corner-up-left" onClick={() => void chatActions.sendReport(reportOf(problem))}>
                {t('Send to agent')}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function reportOf({ source, message, file, line }: Problem): string {
  const place = file === undefined ? '' : ` in ${file}${line === undefined ? '' : ` at line ${line}`}`;
  return `The ${source} reports an error${place}:\n\n${message}\n\nFind out why and fix it.`;
}
