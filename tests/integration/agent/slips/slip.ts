import type { Subgoal } from '../../../../app/lib/protocol/plan.ts';
import type { RunOutcome } from '../../../../app/lib/protocol/unattended/unattended.ts';
import type { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import type { WireAnswer } from '../../../bench/craft/scripted-endpoint.ts';

/** Everything that the model has received before an answer. */
export interface SlipView {
  /** The results of its last calls, in order. */
  results: readonly string[];
  /** All messages since its last answer that are not results: remarks and reminders. */
  remarks: string;
  /** Whether `total()` is correct now, as the model would see in the file. */
  isFixed: boolean;
}

export type SlipAnswer = WireAnswer | ((view: SlipView) => WireAnswer);

/** The result of a run with a slip. */
export interface SlipEnd {
  outcome: RunOutcome;
  workspace: MemoryWorkspace;
  plan: readonly Subgoal[];
  /** All results, as the model received them. */
  results: readonly string[];
}

/** A mistake that language models make, what the model does afterwards, and how the run must not end because of it. */
export interface Slip {
  name: string;
  files?: Readonly<Record<string, string>>;
  /** The answers in order; after the last one, that one is repeated. */
  answers: readonly SlipAnswer[];
  /** Describes what is wrong with the end; null if it is right. */
  wrong(end: SlipEnd): string | null;
}

export const TASK = 'total() in src/price.js must multiply. Correct it.';
const BROKEN = 'export function total(price, count) {\n  return price + count;\n}\n';
export const FIXED = 'export function total(price, count) {\n  return price * count;\n}\n';
export const WRONG_LINE = '  return price + count;';
export const RIGHT_LINE = '  return price * count;';

export const FILES: Readonly<Record<string, string>> = {
  'package.json': '{\n  "name": "shop",\n  "type": "module",\n  "scripts": { "test": "node --test", "format": "prettier --write ." }\n}\n',
  'src/price.js': BROKEN,
  'src/tax.js': 'export const tax = 0.2;\n',
  'src/name.js': "export const name = 'shop';\n",
};

/** Makes a model's call; `input` given as text is sent unchanged. */
export function call(name: string, input: object | string) {
  return { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) };
}

export function making(...calls: readonly ReturnType<typeof call>[]): WireAnswer {
  return { calls };
}

export function saying(content: string): WireAnswer {
  return { content };
}

export const editRight = call('devonz_edit_file', { path: 'src/price.js', edits: [{ find: WRONG_LINE, replace: RIGHT_LINE }] });
export const runTests = call('devonz_run_command', { command: 'npm test' });
export const complete = call('devonz_task_complete', { summary: 'total() multiplies now.' });
export const DONE = saying('Done: total() multiplies now.');

/** A model that does not learn from a rejection: it makes the same call three times, then claims to be done. */
export function stubborn(
  wrongCall: ReturnType<typeof call>,
  isTaken: (view: SlipView) => boolean = ({ isFixed }) => isFixed,
): readonly SlipAnswer[] {
  const again: SlipAnswer = (view) => (isTaken(view) ? DONE : making(wrongCall));
  return [making(wrongCall), again, again, DONE];
}

/** The end of a task in which nothing was lost: it is completed, and the line is right. */
export function fixedOr(end: SlipEnd): string | null {
  if (end.workspace.text('src/price.js') !== FIXED) return `${end.outcome}, with src/price.js: ${end.workspace.text('src/price.js')}`;
  return end.outcome === 'completed' ? null : `the task is done, and the run ended as ${end.outcome}`;
}

/** The end of an impossible task: nothing has changed, and the run does not claim to be completed. */
export function honestlyOpen(end: SlipEnd): string | null {
  if (end.outcome === 'completed') return 'completed, and nothing was done';
  return end.workspace.text('src/price.js') === BROKEN ? null : 'a file was changed';
}
