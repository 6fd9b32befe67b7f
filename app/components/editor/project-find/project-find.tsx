import './project-find.css';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { FoundMatch } from '../../../lib/runtime/types.ts';
import { $activeTab } from '../../../lib/stores/files.ts';
import { $projectFind } from '../../../lib/stores/project-find.ts';
import { $isProjectFindShown } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FindButton } from '../../ui/find/find-button.tsx';
import { FindInput } from '../../ui/find/find-input.tsx';
import { NARROW_QUERY, useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { useReadingOnly } from '../../ui/hooks/use-reading-only.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useEarlyTyping } from '../../ui/loading/use-early-typing.ts';
import { FindResults } from './find-results.tsx';
import { PROJECT_FIND_TEXT as TEXT } from './project-find-text.ts';
import { type FindQuery, useFindQuery } from './use-find-query.ts';

function hide(): void {
  $isProjectFindShown.set(false);
}

/** Searches in all files, below the editor (in a narrow window instead of it), and replaces with a preview. */
export function ProjectFind() {
  const actions = useActions('files');
  const { query, change } = useFindQuery();
  const { found, replaced } = useStore($projectFind);
  const isNarrow = useMediaQuery(NARROW_QUERY);
  // A file opened from elsewhere must be visible.
  useEffect(() => (isNarrow ? $activeTab.listen(hide) : undefined), [isNarrow]);
  const open = (path: string, { line, column, text }: FoundMatch) => {
    void actions.openFile(path, { line, column, length: text.length });
    // A narrow window has no space for both.
    if (isNarrow) hide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    hide();
  };
  return (
    <section className="project-find" aria-label={TEXT.panel()} onKeyDown={onKeyDown}>
      <FindForm query={query} change={change} />
      <Outcome hasReplacement={query.replacement !== null} />
      {found !== null && found.total > 0 && (
        <FindResults
          found={found}
          onOpen={open}
          onReplace={query.replacement === null ? null : (files) => void actions.replaceFound(files)}
        />
      )}
      {found?.problem && <p className="px-12px py-8px c-red">{found.problem}</p>}
      {found?.problem === null && found.total === 0 && replaced === null && <p className="px-12px py-8px c-text-3">{TEXT.none()}</p>}
    </section>
  );
}

interface FindFormProps {
  query: FindQuery;
  change: (change: Partial<FindQuery>) => void;
}

const TOGGLES = [
  { key: 'matchCase', label: TEXT.matchCase, icon: 'i-lucide-case-sensitive' },
  { key: 'wholeWord', label: TEXT.wholeWord, icon: 'i-lucide-whole-word' },
  { key: 'isExpression', label: TEXT.expression, icon: 'i-lucide-regex' },
] as const;

function FindForm({ query, change }: FindFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEarlyTyping(field, { value: query.query, put: (words) => change({ query: words }) });
  useEffect(() => field.current?.select(), []);
  return (
    <div className="project-find-form">
      <div className="find-field">
        <FindInput field={field} label={TEXT.query()} value={query.query} onValue={(words) => change({ query: words })} />
        {TOGGLES.map(({ key, label, icon }) => (
          <FindButton key={key} label={label()} icon={icon} isPressed={query[key]} onClick={() => change({ [key]: !query[key] })} />
        ))}
      </div>
      <FindButton
        label={TEXT.replace()}
        icon="i-lucide-replace"
        isPressed={query.replacement !== null}
        onClick={() => change({ replacement: query.replacement === null ? '' : null })}
      />
      <IconButton icon="i-lucide-x" label={TEXT.close()} iconSize={14} className="project-find-close" onClick={hide} />
      {query.replacement !== null && (
        <div className="find-field project-find-replacement">
          <FindInput label={TEXT.replacement()} value={query.replacement} onValue={(replacement) => change({ replacement })} />
        </div>
      )}
      <div className="find-field">
        <FindInput
          label={TEXT.include()}
          placeholder={TEXT.includeExample()}
          value={query.include}
          onValue={(include) => change({ include })}
        />
      </div>
      <div className="find-field">
        <FindInput
          label={TEXT.exclude()}
          placeholder={TEXT.excludeExample()}
          value={query.exclude}
          onValue={(exclude) => change({ exclude })}
        />
      </div>
    </div>
  );
}

/** The number of matches, or the result of replacing, in one line with the buttons for all of them. */
function Outcome({ hasReplacement }: { hasReplacement: boolean }) {
  const actions = useActions('files');
  const reading = useReadingOnly();
  const { found, isSearching, isReplacing, replaced } = useStore($projectFind);
  const hasMatches = found !== null && found.total > 0;
  const counts = hasMatches ? TEXT.found(found.total, found.files.length, found.isCut) : null;
  const now = isReplacing ? TEXT.replacing() : isSearching && !hasMatches ? TEXT.searching() : counts;
  if (now === null && replaced === null) return null;
  return (
    <div className="project-find-outcome">
      <p role="status" className="flex-1 min-w-0">
        {[replaced?.text, now].filter(Boolean).join(' ')}
      </p>
      {replaced?.canUndo && (
        <Button size={24} icon="i-lucide-undo-2" onClick={() => void actions.undoReplacement()} {...reading}>
          {TEXT.undo()}
        </Button>
      )}
      {hasReplacement && hasMatches && (
        <Button size={24} variant="ink" isBusy={isReplacing} onClick={() => void actions.replaceFound(found.files)} {...reading}>
          {TEXT.replaceAll(found.total)}
        </Button>
      )}
    </div>
  );
}
