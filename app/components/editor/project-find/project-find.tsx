import './project-find.css';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { FoundInProject, FoundMatch } from '../../../lib/protocol/project-facts/found-in-project.ts';
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
import { matchesText } from './matches-text.ts';
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
    <section className="project-find" aria-label={t('Find in all files')} onKeyDown={onKeyDown}>
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
      {found?.problem === null && found.total === 0 && replaced === null && (
        <p className="px-12px py-8px c-text-3">{t('No matches. What .gitignore excludes is not searched.')}</p>
      )}
    </section>
  );
}

interface FindFormProps {
  query: FindQuery;
  change: (change: Partial<FindQuery>) => void;
}

const TOGGLES = [
  { key: 'matchCase', label: () => t('Match case'), icon: 'i-lucide-case-sensitive' },
  { key: 'wholeWord', label: () => t('Whole word'), icon: 'i-lucide-whole-word' },
  { key: 'isExpression', label: () => t('Regular expression'), icon: 'i-lucide-regex' },
] as const;

function FindForm({ query, change }: FindFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEarlyTyping(field, { value: query.query, put: (words) => change({ query: words }) });
  useEffect(() => field.current?.select(), []);
  return (
    <div className="project-find-form">
      <div className="find-field">
        <FindInput field={field} label={t('Find in all files')} value={query.query} onValue={(words) => change({ query: words })} />
        {TOGGLES.map(({ key, label, icon }) => (
          <FindButton key={key} label={label()} icon={icon} isPressed={query[key]} onClick={() => change({ [key]: !query[key] })} />
        ))}
      </div>
      <FindButton
        label={t('Replace')}
        icon="i-lucide-replace"
        isPressed={query.replacement !== null}
        onClick={() => change({ replacement: query.replacement === null ? '' : null })}
      />
      <IconButton icon="i-lucide-x" label={t('Close')} iconSize={14} className="project-find-close" onClick={hide} />
      {query.replacement !== null && (
        <div className="find-field project-find-replacement">
          <FindInput label={t('Replace with')} value={query.replacement} onValue={(replacement) => change({ replacement })} />
        </div>
      )}
      <div className="find-field">
        <FindInput
          label={t('Files to include')}
          placeholder={t('Include: src/**, *.ts')}
          value={query.include}
          onValue={(include) => change({ include })}
        />
      </div>
      <div className="find-field">
        <FindInput
          label={t('Files to exclude')}
          placeholder={t('Exclude: *.test.ts')}
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
  const counts = hasMatches ? foundText(found) : null;
  const now = isReplacing ? t('Replacing…') : isSearching && !hasMatches ? t('Searching…') : counts;
  if (now === null && replaced === null) return null;
  return (
    <div className="project-find-outcome">
      <p role="status" className="flex-1 min-w-0">
        {[replaced?.text, now].filter(Boolean).join(' ')}
      </p>
      {replaced?.canUndo && (
        <Button size={24} icon="i-lucide-undo-2" onClick={() => void actions.undoReplacement()} {...reading}>
          {t('Undo')}
        </Button>
      )}
      {hasReplacement && hasMatches && (
        <Button size={24} variant="ink" isBusy={isReplacing} onClick={() => void actions.replaceFound(found.files)} {...reading}>
          {plural(found.total, { one: 'Replace {count} match', other: 'Replace {count} matches' })}
        </Button>
      )}
    </div>
  );
}

function foundText({ total, files, isCut }: FoundInProject): string {
  const values = { matches: matchesText(total), files: plural(files.length, { one: '{count} file', other: '{count} files' }) };
  return isCut ? t('The first {matches} in {files}', values) : t('{matches} in {files}', values);
}
