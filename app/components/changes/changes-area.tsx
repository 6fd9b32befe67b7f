import './changes-area.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $files } from '../../lib/stores/files.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FileMark } from '../ui/file-mark.tsx';
import { PathLabel } from '../ui/path-label.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { ChangeView } from './change-view.tsx';
import { CheckpointList } from './checkpoint-list.tsx';

const MARKS = {
  added: { letter: 'A', className: 'c-green' },
  modified: { letter: 'M', className: 'c-yellow' },
  removed: { letter: 'D', className: 'c-red' },
} as const;

/** What differs from the start of the newest run, file by file. */
export function ChangesArea() {
  const actions = useActions('files');
  const files = useStore($files);
  const [changes, setChanges] = useState<readonly FileChange[]>([]);
  const [selected, setSelected] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is asked for again whenever the project's files have changed
  useEffect(() => {
    let isCurrent = true;
    void actions.listChanges().then((found) => isCurrent && setChanges(found));
    return () => {
      isCurrent = false;
    };
  }, [actions, files]);

  const shown = changes.find((change) => change.path === selected) ?? changes[0];
  return (
    <div className="changes-area">
      <div className="changes-side">
        {changes.length > 0 && (
          <nav className="changes-list" aria-label="Changed files">
            <h2 className="changes-title">
              {changes.length} changed {changes.length === 1 ? 'file' : 'files'}
            </h2>
            <ul>
              {changes.map((change) => (
                <li key={change.path}>
                  <button
                    type="button"
                    className="changes-row focus-inset"
                    aria-current={change === shown}
                    aria-label={`${visibleName(change.path)}, ${change.kind}`}
                    onClick={() => setSelected(change.path)}
                  >
                    <PathLabel path={change.path} />
                    <span className="flex-1" />
                    <FileMark {...MARKS[change.kind]} />
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <CheckpointList />
      </div>
      {shown === undefined ? (
        <EmptyState icon="i-lucide-file-diff" text="Nothing has changed since the last message to the agent." />
      ) : (
        <ChangeView key={shown.path} change={shown} />
      )}
    </div>
  );
}
