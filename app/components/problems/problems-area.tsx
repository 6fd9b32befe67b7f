import './problems-area.css';
import { useStore } from '@nanostores/react';
import type { Problem } from '../../lib/agent/ports.ts';
import { $files } from '../../lib/stores/files.ts';
import { $problems } from '../../lib/stores/workbench.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';

const SOURCES: Record<Problem['source'], string> = { terminal: 'Terminal', preview: 'Preview', build: 'Build' };

/** Errors of terminals, builds and previews: what the agent reads, too. */
export function ProblemsArea() {
  const fileActions = useActions('files');
  const chatActions = useActions('chat');
  const problems = useStore($problems);
  const files = useStore($files);
  if (problems.length === 0)
    return <EmptyState icon="i-lucide-circle-check" text="No problems. Errors of terminals, builds and the preview appear here." />;
  return (
    <ul className="h-full overflow-y-auto" aria-label="Problems">
      {problems.map((problem) => {
        const { source, message, file, line, count } = problem;
        return (
          <li key={`${source} ${file ?? ''} ${message}`} className="problem-row">
            <Icon name="i-lucide-circle-x" className="c-red" />
            <div className="min-w-0 flex-1">
              <p className="[font:400_12px/18px_var(--font-mono)] wrap-anywhere">{message}</p>
              <p className="c-text-3 text-12px">
                {SOURCES[source]}
                {file !== undefined && ` · ${file}${line === undefined ? '' : `:${line}`}`}
              </p>
            </div>
            {count > 1 && <Badge tone="red">{count} times</Badge>}
            {file !== undefined && files.has(file) && (
              <Button size={24} variant="ghost" onClick={() => void fileActions.openFile(file, line === undefined ? undefined : { line })}>
                {line === undefined ? 'Open file' : 'Go to line'}
              </Button>
            )}
            <Button size={24} icon="i-lucide-corner-up-left" onClick={() => void chatActions.send(reportOf(problem))}>
              Send to agent
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function reportOf({ source, message, file, line }: Problem): string {
  const place = file === undefined ? '' : ` in ${file}${line === undefined ? '' : ` at line ${line}`}`;
  return `The ${source} reports an error${place}:\n\n${message}\n\nFind out why and fix it.`;
}
