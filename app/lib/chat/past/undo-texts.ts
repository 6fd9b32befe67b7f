import { type Hunk, hunkSpan } from '../../agent/calls/hunks.ts';
import { plural } from '../../i18n/plural.ts';
import { t } from '../../i18n/t.ts';
import type { PlacedContent } from '../../runtime/types.ts';
import type { StepsQuestion } from '../../stores/past.ts';
import type { PastStep } from './past-step.ts';
import type { PlannedFile, UndoPlan } from './undo-plan.ts';

/** The most paths that are named to the model. */
const MOST_NAMED = 40;

const WHY: Readonly<Record<Extract<PlannedFile, { type: 'conflict' }>['why'], () => string>> = {
  lines: () => t('Later changes touch the same lines.'),
  'not-text': () => t('It is no text: its versions cannot be merged.'),
  gone: () => t('It is gone by now.'),
  there: () => t('This step made or removed it, and it has changed since.'),
};

/** The label for the journal and the model. */
export function undoneLabel(steps: readonly PastStep[]): string {
  const [first, ...rest] = steps;
  if (first === undefined) return 'nothing';
  if (rest.length === 0) return first.label;
  return `${first.label} and ${rest.length === 1 ? '1 later step' : `${rest.length} later steps`}`;
}

/** The label for the user. */
function shownUndone(steps: readonly PastStep[]): string {
  const [first, ...rest] = steps;
  if (first === undefined) return t('nothing');
  if (rest.length === 0) return first.shown;
  return plural(rest.length, { one: '{first} and {count} later step', other: '{first} and {count} later steps' }, { first: first.shown });
}

/** The label of undone lines, for the user. */
export function shownHunk(hunk: Hunk, path: string): string {
  const { first, last } = hunkSpan(hunk);
  return first === last ? t('line {first} of {path}', { first, path }) : t('lines {first}-{last} of {path}', { first, last, path });
}

export function undoQuestion(serial: number, steps: readonly PastStep[], { files, later }: UndoPlan): StepsQuestion {
  return {
    type: 'steps',
    serial,
    label: shownUndone(steps),
    later: later.map((step) => ({ sequence: step.sequence, label: step.shown })),
    merged: files.flatMap((file) => (file.type === 'merged' ? [file.path] : [])),
    exact: files.filter(({ type }) => type === 'exact').length,
    conflicts: files.flatMap((file) => {
      if (file.type !== 'conflict') return [];
      const lines = file.why === 'lines' ? file.conflicts.map(({ ours, theirs }) => ({ now: ours, before: theirs })) : null;
      return [{ path: file.path, why: WHY[file.why](), lines }];
    }),
  };
}

/** The remark to the model: exactly what was undone and what was not. */
export function undoRemark(steps: readonly PastStep[], paths: readonly string[] | null, files: readonly PlannedFile[]): string {
  const named = (what: string, isIt: (file: PlannedFile) => boolean) => {
    const found = files.filter(isIt).map(({ path }) => path);
    if (found.length === 0) return '';
    const rest = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
    return ` ${what}: ${found.slice(0, MOST_NAMED).join(', ')}${rest}.`;
  };
  const labels = steps.map(({ label }) => `“${label}”`).join(', ');
  const commands = steps.flatMap((step) => step.commands);
  const outside =
    commands.length === 0
      ? ''
      : ` What these commands did outside of the project's files (installed packages, databases, processes) was not undone: ${commands.join('; ')}.`;
  return [
    `The user took back ${steps.length === 1 ? 'this step' : 'these steps'}${paths === null ? '' : ', in some files only'}: ${labels}.`,
    named('Written back', (file) => file.type === 'exact' && file.content !== null),
    named('Removed', (file) => file.type === 'exact' && file.content === null),
    named('Later changes kept, the rest written back', (file) => file.type === 'merged'),
    named('Left as they are, since later changes touch the same lines', (file) => file.type === 'conflict'),
    outside,
    ' What you know about these files is out of date: read them again before you change them.',
  ].join('');
}

/** The remark to the model about single undone hunks. */
export function hunkRemark(label: string, step: string | null): string {
  const of = step === null ? '' : ` that the step “${step}” had changed`;
  return `The user took back ${label}${of}; everything else of that file stayed. What you know about it is out of date: read it again before you change it.`;
}

/** The remark to the model when whole files are back in their state before its task. */
export function revertRemark(files: readonly { path: string; content: PlacedContent | null }[]): string {
  const named = (what: string, found: readonly { path: string }[]) => {
    const rest = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
    const names = found.slice(0, MOST_NAMED).map(({ path }) => path);
    return found.length === 0 ? '' : ` ${what}: ${names.join(', ')}${rest}.`;
  };
  return [
    'The user reviewed the changes of this task and took files back to what they were before it.',
    named(
      'Written back',
      files.filter(({ content }) => content !== null),
    ),
    named(
      'Removed',
      files.filter(({ content }) => content === null),
    ),
    ' What you know about these files is out of date: read them again before you change them.',
  ].join('');
}

/** The notice to the user afterwards. */
export function undoneNotice(steps: readonly PastStep[], files: readonly PlannedFile[]): string {
  const done = files.filter(({ type }) => type !== 'conflict').length;
  const left = files.length - done;
  const sentences = [
    plural(
      done,
      { one: 'Took back “{label}”: {count} file.', other: 'Took back “{label}”: {count} files.' },
      { label: shownUndone(steps) },
    ),
  ];
  if (left > 0) {
    sentences.push(plural(left, { one: '{count} file was left as it is.', other: '{count} files were left as they are.' }));
  }
  if (steps.some(({ commands }) => commands.length > 0)) {
    sentences.push(t('What commands did outside of the project’s files was not undone.'));
  }
  return sentences.join(' ');
}
