import { readFileSync } from 'node:fs';
import { RecordReader } from '../../../../app/lib/persistence/rows/record-reader.ts';
import { journalEventSchema } from '../../../../app/lib/protocol/journal-event.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

/** Odd values for any field. */
const ODD: readonly Json[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  '__proto__',
  '<img src=x onerror="document.title=\'taken\'">',
  '\u202e\0\ud800 \u0301',
  'x'.repeat(300_000),
  [],
  {},
  [[[[]]]],
  { toString: 'x', constructor: 1, length: -1 },
];

/** Returns the path of every nested value, including the root's. */
function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, Array.isArray(value) ? Number(key) : key]))];
}

function withValue(value: Json, [first, ...rest]: Path, odd: Json): Json {
  if (first === undefined) return odd;
  if (Array.isArray(value)) return value.map((part: Json, place) => (place === first ? withValue(part, rest, odd) : part));
  if (typeof value !== 'object' || value === null) return odd;
  return { ...value, [first]: withValue((value as { readonly [key: string]: Json })[first] ?? null, rest, odd) };
}

/** Returns a generator of numbers below `limit`, deterministic for a seed. */
export function dice(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Returns the events of a chat in which every tool was used, as stored by this version of the app. */
function usualEvents(): Json[] {
  const reader = new RecordReader();
  const lines = readFileSync('tests/fixtures/journals/all-tools.jsonl', 'utf8').trim().split('\n');
  const events = lines.map((line) => {
    const outcome = reader.read(JSON.parse(line));
    if ('problem' in outcome) throw new Error(outcome.problem);
    return JSON.parse(JSON.stringify(outcome.record.event)) as Json;
  });
  return [{ type: 'chat-created', title: 'Odd' }, ...events];
}

/** Returns that chat with a number of odd fields that the event schema still accepts, so a check of shapes alone would pass. */
export function oddEvents(count: number, roll: (limit: number) => number): { events: Json[]; changed: string[] } {
  const events = usualEvents();
  const changed: string[] = [];
  for (let tries = 0; changed.length < count && tries < count * 200; tries += 1) {
    // The first event creates the chat: without it everything would be rejected.
    const place = 1 + roll(events.length - 1);
    const event = events[place] ?? null;
    const paths = pathsOf(event).filter((path) => path.length > 0);
    const path = paths[roll(paths.length)] ?? [];
    const odd = ODD[roll(ODD.length)] ?? null;
    const next = withValue(event, path, odd);
    if (!journalEventSchema.safeParse(next).success) continue;
    events[place] = next;
    changed.push(`${place}.${path.join('.')} = ${JSON.stringify(odd).slice(0, 40)}`);
  }
  return { events, changed };
}

/** Returns every hash in the events. */
export function hashesIn(events: readonly Json[]): string[] {
  return [...new Set(JSON.stringify(events).match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g) ?? [])];
}
