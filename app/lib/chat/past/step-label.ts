import { t } from '../../i18n/t.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { StepKind, VersionChange } from './past-step.ts';
import { OTHER_VERSION, shownLabel } from './shown-label.ts';

const LONGEST = 120;

export interface LabelledStep {
  kind: StepKind;
  /** From the record that began it; if empty, the label describes the changes. */
  given: string;
  commands: readonly string[];
  effects: readonly ToolEffect[];
  changes: ReadonlyMap<string, VersionChange>;
}

/** A one-line summary of a step: for the journal and the model, and in the user's language. */
export function stepLabels(step: LabelledStep): { label: string; shown: string } {
  return { label: labelIn(ENGLISH, step), shown: labelIn(SHOWN, step) };
}

interface StepWords {
  wentBack(label: string): string;
  tookBack(label: string): string;
  elsewhere(): string;
  /** `more`: number of further files. */
  renamed(from: string, to: string, more: number): string;
  removed(path: string, more: number): string;
  wrote(path: string, more: number): string;
  user(what: string): string;
  program(what: string): string;
}

const ENGLISH: StepWords = {
  wentBack: (label) => (label === OTHER_VERSION ? 'Showed another version of the conversation' : `Went back to before “${label}”`),
  tookBack: (label) => `Took back “${label}”`,
  elsewhere: () => 'Done in other chats of this project',
  renamed: (from, to, more) => `Renamed ${from} to ${to}${andMore(more)}`,
  removed: (path, more) => `Removed ${path}${andMore(more)}`,
  wrote: (path, more) => `Wrote ${path}${andMore(more)}`,
  user: (what) => `You: ${what}`,
  program: (what) => `Programs: ${what}`,
};

const SHOWN: StepWords = {
  wentBack: (label) =>
    label === OTHER_VERSION
      ? t('Showed another version of the conversation')
      : t('Went back to before “{label}”', { label: shownLabel(label) }),
  tookBack: (label) => t('Took back “{label}”', { label }),
  elsewhere: () => t('Done in other chats of this project'),
  renamed: (from, to, more) =>
    more > 0 ? t('Renamed {from} to {to} and {more} more', { from, to, more }) : t('Renamed {from} to {to}', { from, to }),
  removed: (path, more) => (more > 0 ? t('Removed {path} and {more} more', { path, more }) : t('Removed {path}', { path })),
  wrote: (path, more) => (more > 0 ? t('Wrote {path} and {more} more', { path, more }) : t('Wrote {path}', { path })),
  user: (what) => t('You: {what}', { what }),
  program: (what) => t('Programs: {what}', { what }),
};

function labelIn(words: StepWords, { kind, given, commands, effects, changes }: LabelledStep): string {
  if (kind === 'restore') return oneLine(words.wentBack(given));
  if (kind === 'undo') return oneLine(words.tookBack(given));
  if (given !== '') return oneLine(given);
  if (kind === 'elsewhere') return words.elsewhere();
  const files = kind === 'command' && !effects.some(isOfFile) ? '' : filesLabel(words, effects, changes);
  const all = [files, ...commands].filter((part) => part !== '').join(', ');
  return oneLine(kind === 'user' || kind === 'program' ? words[kind](all) : all);
}

function filesLabel(words: StepWords, effects: readonly ToolEffect[], changes: ReadonlyMap<string, VersionChange>): string {
  const renamed = effects.find((effect) => effect.type === 'file-renamed');
  if (renamed !== undefined) return words.renamed(renamed.from, renamed.to, changes.size - 2);
  const [first] = changes;
  if (first === undefined) return '';
  const [path, { after }] = first;
  return after === null ? words.removed(path, changes.size - 1) : words.wrote(path, changes.size - 1);
}

function andMore(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}

function isOfFile({ type }: ToolEffect): boolean {
  return type === 'file-created' || type === 'file-modified' || type === 'file-deleted' || type === 'file-renamed';
}

function oneLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
