import type { StepName, StepResult } from './stranger.ts';

export type Outcome = 'as native' | 'in words' | 'fails otherwise' | 'fails natively' | 'not run';

/** Sentences with which the engine says that something is not supported, and what to use. */
const WORDS = [
  /(?:cannot|does not) run in a browser/i,
  /(?:is|are) (?:compiled )?native code/i,
  /has native builds only/i,
  /machine runs JavaScript and WebAssembly/i,
  /is not available in the in-browser engine/,
  /is not supported (?:here|in (?:the|a) browser|by this engine)/i,
  /there (?:is|are) no .{3,80} in a browser/i,
];

const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;
const NEEDED: ReadonlySet<StepName> = new Set(['install', 'build', 'start', 'page']);
const LINES_KEPT = 12;
const LINES_OF_ERROR = 6;

/** The line of an output that says in words why something cannot be done here; null: none does. */
export function sentenceIn(output: string, expected?: string): string | null {
  const lines = plainLines(output);
  const said = lines.find((line) => (expected !== undefined && line.includes(expected)) || WORDS.some((words) => words.test(line)));
  return said === undefined ? null : said.slice(0, 300);
}

/** The end of an output, and before it the lines of the last error that names itself. */
export function lastLines(output: string): string {
  const lines = plainLines(output).map((line) => line.slice(0, 200));
  const end = Math.max(0, lines.length - LINES_KEPT);
  const error = lines.slice(0, end).findLastIndex((line) => /^\S*Error\b|\bError: |^\S*error\b:/.test(line));
  const before = error === -1 ? [] : lines.slice(error, Math.min(end, error + LINES_OF_ERROR));
  return [...before, ...lines.slice(end)].join('\n');
}

function plainLines(output: string): string[] {
  return output
    .replace(ESCAPES, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What the engine makes of a project, beside what native Node made of it. */
export function outcomeOf(native: readonly StepResult[] | undefined, engine: readonly StepResult[] | undefined): Outcome {
  if (native === undefined || engine === undefined) return 'not run';
  if (!isMeasure(native)) return 'fails natively';
  const failed = firstFailed(native, engine);
  if (failed === null) return 'as native';
  return failed.status === 'words' ? 'in words' : 'fails otherwise';
}

/** False: native Node does not get it to its first page, as where the registry lacks a version; such a project says nothing about the engine. */
export function isMeasure(native: readonly StepResult[]): boolean {
  return !native.some(({ step, status }) => status !== 'ok' && NEEDED.has(step));
}

/** The first step that native Node does and the engine does not. */
export function firstFailed(native: readonly StepResult[], engine: readonly StepResult[]): StepResult | null {
  for (const { step, status } of native) {
    if (status !== 'ok') continue;
    const here = engine.find((each) => each.step === step);
    if (here?.status === 'ok') continue;
    // A step that was never reached failed with the one before it.
    return here ?? engine.find((each) => each.status !== 'ok') ?? { step, status: 'fails', seconds: 0, said: 'not reached' };
  }
  return null;
}
