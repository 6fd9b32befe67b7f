import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import { numberText } from '../../lib/i18n/number-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t, tIn } from '../../lib/i18n/t.ts';

export function checkpointTitle({ kind, label }: Pick<Checkpoint, 'kind' | 'label'>): string {
  if (kind === 'command') return t('Before your command “{label}”', { label });
  return kind === 'task' ? label : t('Before going back to “{label}”', { label });
}

/** Texts of the Changes area. */
export const changesText = {
  nameOfBookmark: () => t('Name of the bookmark'),
  nameOfStep: () => t('Name of the step'),
  nameStep: (name: string | null) => (name === null ? t('Name this step') : t('Rename this step')),
  search: () => t('Search checkpoints'),
  searchFor: () => t('Search names, messages, files'),
  found: (count: number) =>
    count === 0 ? t('Nothing of that name, message or file.') : t('{amount} found', { amount: numberText(count) }),
  changed: (files: number) =>
    files === 0 ? t('no files changed') : plural(files, { one: '{count} file changed', other: '{count} files changed' }),
  previous: () => t('Previous change'),
  next: () => t('Next change'),
  place: (at: number, count: number) => t('{at} of {all}', { at: at + 1, all: count }),
  fold: (path: string) => t('Difference of {path}', { path }),
  /** A label without folders: in a narrow list it is the file names that distinguish steps. */
  shortLabel: ({ label, kind }: Pick<StepSummary, 'label' | 'kind'>) =>
    kind === 'command' || kind === 'user-command' ? label : label.replace(/[^\s“„]+\/(?=[^\s/])/g, ''),
  /** `Lines 3-5` */
  range: (range: string) => `${range.slice(0, 1).toUpperCase()}${range.slice(1).replace(/^(ines \d+)-/, '$1–')}`,
  revert: (state: PastHunk['state']) => (state === 'changed' ? t('Revert…') : t('Revert')),
  revertLines: (range: string) => t('Revert {range}', { range }),
  commentOnChange: (range: string) => t('Comment on the change of {range}', { range }),
  keep: () => t('Keep'),
  keepLines: (range: string) => t('Keep {range}', { range }),
  kept: () => t('Kept'),
  unkeep: () => t('Undo'),
  unkeepLines: (range: string) => t('Undo keeping {range}', { range }),
  open: () => t('Open'),
  keepFile: () => t('Keep file'),
  revertFile: () => t('Revert file'),
  keepAll: () => t('Keep all'),
  revertAll: () => t('Revert all'),
  kinds: { added: () => t('New'), modified: () => t('Changed'), removed: () => t('Removed') },
  /** The accessible name of a file in the list. */
  file: (path: string, kind: 'added' | 'modified' | 'removed', isReviewed: boolean) =>
    t(
      kind === 'added'
        ? isReviewed
          ? '{path}, added, kept'
          : '{path}, added'
        : kind === 'modified'
          ? isReviewed
            ? '{path}, modified, kept'
            : '{path}, modified'
          : isReviewed
            ? '{path}, removed, kept'
            : '{path}, removed',
      { path },
    ),
  files: (count: number) => plural(count, { one: '{count} file', other: '{count} files' }),
  reviewed: (kept: number, all: number) =>
    plural(all, { one: '{kept} of {count} change kept', other: '{kept} of {count} changes kept' }, { kept }),
  since: () => t('Changes since'),
  sinceSource: () => tIn('files changed', 'since'),
  inSource: () => tIn('files changed', 'in'),
  sinceTask: () => t('This task'),
  sinceLastStep: () => t('Last step'),
  sinceBeginning: () => t('The beginning'),
  sinceOther: () => t('An earlier step'),
  before: () => t('Before'),
  nothing: () => t('Nothing has changed since then.'),
  nothingYet: () => t('Nothing has changed yet. What the agent changes is reviewed here, file by file.'),
  hunkNote({ state, later }: Pick<PastHunk, 'state' | 'later'>): string {
    if (state === 'there') return '';
    if (state === 'gone') return t('Taken back');
    return later.length === 0 ? t('Changed since') : t('Changed since: {later}', { later: later.join(', ') });
  },
} as const;
