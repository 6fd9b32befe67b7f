import './changes-area.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $files } from '../../lib/stores/files.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FileMark } from '../ui/file-mark.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PathLabel } from '../ui/path-label.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { ChangeView } from './change-view.tsx';
import { changesText } from './changes-text.ts';
import { CheckpointList } from './checkpoint-list.tsx';
import { NameField } from './name-field.tsx';
import { type ShownSource, useChangeSource, useShownChanges } from './shown-changes.ts';
import { type Timeline, useTimeline } from './use-timeline.ts';

const MARKS = {
  added: { letter: 'A', className: 'c-green' },
  modified: { letter: 'M', className: 'c-yellow' },
  removed: { letter: 'D', className: 'c-red' },
} as const;

const SINCE_TASK: ShownSource = { type: 'task' };

/** What differs from the start of the newest run, or what a step of the past did, file by file. */
export function ChangesArea() {
  const files = useStore($files);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const [chosen, setChosen] = useState<{ chatId: string | null; source: ShownSource } | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const source = chosen?.chatId === chatId ? chosen.source : SINCE_TASK;
  const [timeline, readAgain] = useTimeline();
  const changeSource = useChangeSource(source);
  const changes = useShownChanges(changeSource, files);
  const setSource = (next: ShownSource) => setChosen({ chatId, source: next });
  const sourceKey = source.type === 'task' ? 'task' : `${source.type} ${source.step.sequence}`;
  const shown = changes.find((change) => change.path === selected) ?? changes[0];
  return (
    <div className="changes-frame">
      <div className="changes-area">
        <div className="changes-side">
          {(changes.length > 0 || source.type !== 'task') && (
            <nav className="changes-list" aria-label="Changed files">
              <SourceHead key={sourceKey} source={source} name={nameIn(timeline, source)} onChange={setSource} onNamed={readAgain} />
              <h2 className="changes-title">
                {changes.length} changed {changes.length === 1 ? 'file' : 'files'}
              </h2>
              <ul>
                {changes.map((change) => (
                  <ChangeRow key={change.path} change={change} source={source} isShown={change === shown} onSelect={setSelected} />
                ))}
              </ul>
            </nav>
          )}
          <CheckpointList
            timeline={timeline}
            onNamed={readAgain}
            shown={source.type === 'task' ? null : source.step.sequence}
            onShow={(step) => setSource({ type: 'step', step })}
          />
        </div>
        {shown === undefined ? (
          <EmptyState
            icon="i-lucide-file-diff"
            text={source.type === 'task' ? 'Nothing has changed since the last message to the agent.' : 'No file differs.'}
          />
        ) : (
          <ChangeView key={`${sourceKey} ${shown.path}`} change={shown} source={changeSource} />
        )}
      </div>
    </div>
  );
}

interface ChangeRowProps {
  change: FileChange;
  source: ShownSource;
  isShown: boolean;
  onSelect: (path: string) => void;
}

function ChangeRow({ change: { path, kind }, source, isShown, onSelect }: ChangeRowProps) {
  const actions = useActions('checkpoints');
  const name = visibleName(path);
  return (
    <li className="flex items-center">
      <button
        type="button"
        className="changes-row focus-inset"
        aria-current={isShown}
        aria-label={`${name}, ${kind}`}
        onClick={() => onSelect(path)}
      >
        <PathLabel path={path} />
        <span className="flex-1" />
        <FileMark {...MARKS[kind]} />
      </button>
      {source.type !== 'task' && (
        <IconButton
          icon="i-lucide-undo-2"
          label={source.type === 'step' ? `Undo this step in ${name}` : `Restore ${name}`}
          onClick={() =>
            source.type === 'step' ? actions.undoStep(source.step.sequence, path) : actions.restoreCheckpoint(source.step.sequence, [path])
          }
        />
      )}
    </li>
  );
}

/** A step is named while it is looked at. */
function nameIn({ steps }: Timeline, source: ShownSource): string | null {
  return source.type === 'task' ? null : (steps.find(({ sequence }) => sequence === source.step.sequence)?.name ?? null);
}

interface SourceHeadProps {
  source: ShownSource;
  name: string | null;
  onChange: (source: ShownSource) => void;
  onNamed: () => void;
}

/** Which step is looked at, and whether alone or with all that came later. */
function SourceHead({ source, name, onChange, onNamed }: SourceHeadProps) {
  const [isNaming, setIsNaming] = useState(false);
  if (source.type === 'task') return null;
  const { step } = source;
  return (
    <div className="past-source">
      <p className="truncate" title={step.label}>
        {name !== null && <span className="font-500">★ {name} · </span>}
        {step.label}
      </p>
      {isNaming && (
        <NameField
          sequence={step.sequence}
          label={changesText.nameOfStep}
          name={name}
          onDone={() => setIsNaming(false)}
          onNamed={onNamed}
        />
      )}
      <div className="flex items-center gap-4px">
        <Button size={20} aria-pressed={source.type === 'step'} onClick={() => onChange({ type: 'step', step })}>
          This step
        </Button>
        <Button size={20} aria-pressed={source.type === 'since'} onClick={() => onChange({ type: 'since', step })}>
          Since then
        </Button>
        <span className="flex-1" />
        <IconButton
          icon={name === null ? 'i-lucide-bookmark-plus' : 'i-lucide-bookmark'}
          label={changesText.nameStep(name)}
          aria-expanded={isNaming}
          onClick={() => setIsNaming(!isNaming)}
        />
        <IconButton icon="i-lucide-x" label="Show the newest task's changes" onClick={() => onChange(SINCE_TASK)} />
      </div>
    </div>
  );
}
