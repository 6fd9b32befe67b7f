import type { StepName, StepResult } from './stranger.ts';

export type Outcome = 'as native' | 'in words' | 'fails otherwise' | 'fails natively' | 'not run';

/** Sentences in which the engine reports that something is not supported, and what to use. */
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

/** Returns the output line that explains why something is not possible here, or null. */
export function sentenceIn(output: string, expected?: string): string | null {
  const lines = plainLines(output);
  const said = lines.find((line) => (expected !== undefined && line.includes(expected)) || WORDS.some((words) => words.test(line)));
  return said === undefined ? null : said.slice(0, 300);
}

/** Returns the end of an output, preceded by the lines of the last named error. */
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

/** Returns the engine's outcome for a project, compared with native Node's. */
export function outcomeOf(native: readonly StepResult[] | undefined, engine: readonly StepResult[] | undefined): Outcome {
  if (native === undefined || engine === undefined) return 'not run';
  if (!isMeasure(native)) return 'fails natively';
  const failed = firstFailed(native, engine);
  if (failed === null) return 'as native';
  return failed.status === 'words' ? 'in words' : 'fails otherwise';
}

/**
 * Returns false if native Node does not reach the project's first page, for example because the registry lacks a version; such a project
 * says nothing about the engine.
 */
export function isMeasure(native: readonly StepResult[]): boolean {
  return !native.some(({ step, status }) => status !== 'ok' && NEEDED.has(step));
}

/** Returns the first step that succeeds on native Node and fails on the engine. */
export function firstFailed(native: readonly StepResult[], engine: readonly StepResult[]): StepResult | null {
  for (const { step, status } of native) {
    if (status !== 'ok') continue;
    const here = engine.find((each) => each.step === step);
    if (here?.status === 'ok') continue;
    // A step that was never reached failed with the previous one.
    return here ?? engine.find((each) => each.status !== 'ok') ?? { step, status: 'fails', seconds: 0, said: 'not reached' };
  }
  return null;
}
