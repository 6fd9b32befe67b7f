import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import { plural } from '../ui/text/plural.ts';

export function checkpointTitle({ kind, label }: Pick<Checkpoint, 'kind' | 'label'>): string {
  if (kind === 'command') return `Before your command “${label}”`;
  return kind === 'task' ? label : `Before going back to “${label}”`;
}

/** What the Changes area says. */
export const changesText = {
  nameOfBookmark: 'Name of the bookmark',
  nameOfStep: 'Name of the step',
  nameStep: (name: string | null) => (name === null ? 'Name this step' : 'Rename this step'),
  search: 'Search checkpoints',
  searchFor: 'Search names, messages, files',
  found: (count: number) => (count === 0 ? 'Nothing of that name, message or file.' : `${count} found`),
  changed: (files: number) => (files === 0 ? 'no files changed' : `${plural(files, 'file')} changed`),
  previous: 'Previous change',
  next: 'Next change',
  /** `at` -1: none has been gone to. */
  place: (at: number, count: number) => (at >= 0 ? `${at + 1} of ${count}` : plural(count, 'change')),
  /** A label without folders: the names of files are what tells steps apart in a narrow list. */
  shortLabel: ({ label, kind }: Pick<StepSummary, 'label' | 'kind'>) =>
    kind === 'command' || kind === 'user-command' ? label : label.replace(/[^\s“]+\/(?=[^\s/])/g, ''),
  /** `Lines 3-5` */
  range: (range: string) => `${range.slice(0, 1).toUpperCase()}${range.slice(1).replace(/^(ines \d+)-/, '$1–')}`,
  revert: (state: PastHunk['state']) => (state === 'changed' ? 'Revert…' : 'Revert'),
  revertLines: (range: string) => `Revert ${range}`,
  commentOnChange: (range: string) => `Comment on the change of ${range}`,
  keep: 'Keep',
  keepLines: (range: string) => `Keep ${range}`,
  kept: 'Kept',
  unkeep: 'Undo',
  unkeepLines: (range: string) => `Undo keeping ${range}`,
  open: 'Open',
  keepFile: 'Keep file',
  revertFile: 'Revert file',
  keepAll: 'Keep all',
  revertAll: 'Revert all',
  kinds: { added: 'New', modified: 'Changed', removed: 'Removed' },
  files: (count: number) => plural(count, 'file'),
  reviewed: (kept: number, all: number) => `${kept} of ${plural(all, 'change')} kept`,
  since: 'Changes since',
  sinceSource: 'since',
  inSource: 'in',
  sinceTask: 'This task',
  sinceLastStep: 'Last step',
  sinceBeginning: 'The beginning',
  sinceOther: 'An earlier step',
  before: 'Before',
  nothing: 'Nothing has changed since then.',
  nothingYet: 'Nothing has changed yet. What the agent changes is reviewed here, file by file.',
  hunkNote({ state, later }: Pick<PastHunk, 'state' | 'later'>): string {
    if (state === 'there') return '';
    if (state === 'gone') return 'Taken back';
    return later.length === 0 ? 'Changed since' : `Changed since: ${later.join(', ')}`;
  },
} as const;
