import type { JsonValue } from '../protocol/message.ts';
import { isLimit } from './recorded-model.ts';
import type { CallOutcome, Outcomes } from './replay-outcomes.ts';
import type { ReplayDifference } from './replay-report.ts';

/** Limit in characters of `was` and `is`. */
const LONGEST = 400;

/** Returns all differences, in the order of the recording. */
export function compareOutcomes(was: Outcomes, is: Outcomes): ReplayDifference[] {
  const differences: ReplayDifference[] = [];
  for (const [id, recorded] of was.calls) differences.push(...callDifferences(id, recorded, is.calls.get(id)));
  for (const [id, call] of is.calls) {
    if (!was.calls.has(id))
      differences.push({ kind: 'call-added', subject: `${call.toolName} ${id}`, was: 'not made', is: statusWords(call) });
  }
  for (let index = 0; index < Math.max(was.runs.length, is.runs.length); index++) {
    const [before, now] = [was.runs[index] ?? 'not run', is.runs[index] ?? 'not run'];
    // A run that reached a limit, which is a setting, was ended here instead.
    const isCut = isLimit(before) && now === 'stopped';
    if (now !== before && !isCut) differences.push({ kind: 'run', subject: `run ${index + 1}`, was: before, is: now });
  }
  if (was.messages !== is.messages) {
    differences.push({ kind: 'messages', subject: 'messages of the user', was: String(was.messages), is: String(is.messages) });
  }
  for (const path of [...new Set([...was.files.keys(), ...is.files.keys()])].sort()) {
    const [before, after] = [was.files.get(path), is.files.get(path)];
    if (before !== after) differences.push({ kind: 'file', subject: path, was: fileWords(before), is: fileWords(after) });
  }
  return differences;
}

function callDifferences(id: string, was: CallOutcome, is: CallOutcome | undefined): ReplayDifference[] {
  const subject = `${was.toolName} ${id}`;
  if (is === undefined) return [{ kind: 'call-missing', subject, was: was.status ?? 'never answered', is: 'not made' }];
  const asked = was.isAsked === is.isAsked ? [] : [{ kind: 'approval' as const, subject, was: askedWords(was), is: askedWords(is) }];
  if (was.status !== is.status) {
    return [...asked, { kind: 'call-status', subject, was: statusWords(was), is: statusWords(is) }];
  }
  const [before, after] = [comparable(was.output), comparable(is.output)];
  if (before === after) return asked;
  const at = firstDifference(before, after);
  return [...asked, { kind: 'call-output', subject, was: shortened(before, at), is: shortened(after, at) }];
}

/** Returns an output without parts that differ between any two runs: times, durations, ids, preview origins. */
export function comparable(output: JsonValue): string {
  return JSON.stringify(output)
    .replace(/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?Z?/g, '[time]')
    .replace(/\b\d{1,2}:\d{2}:\d{2}(?: ?[AP]M)?\b/g, '[time]')
    .replace(/\b\d+(?:\.\d+)? ?(?:ms|µs|s|sec|seconds|minutes|m)\b/g, '[duration]')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '[id]')
    .replace(/https?:\/\/p(\d+)-[0-9a-f]{20}\.[^\s"'\\/]+/g, '[preview of $1]')
    .replace(/"(?:durationMs|pid|processId)":(?:\d+|"[^"]*")/g, '"[number]"');
}

function firstDifference(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
}

/** Returns an excerpt that begins shortly before the first difference. */
function shortened(text: string, at: number): string {
  const from = Math.max(0, at - 60);
  const piece = text.slice(from, from + LONGEST);
  return `${from > 0 ? '…' : ''}${piece}${from + LONGEST < text.length ? '…' : ''}`;
}

function statusWords({ status, output }: CallOutcome): string {
  if (status === null) return 'never answered';
  return status === 'success' ? status : shortened(`${status}: ${typeof output === 'string' ? output : JSON.stringify(output)}`, 0);
}

const askedWords = ({ isAsked }: CallOutcome) => (isAsked ? 'asked' : 'not asked');
const fileWords = (hash: string | undefined) => (hash === undefined ? 'not there' : `content ${hash.slice(0, 12)}`);
