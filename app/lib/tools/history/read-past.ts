import type { ToolResult } from '../../agent/contract/tool-definition.ts';
import { linesOf } from '../../search/text-file.ts';
import { failure } from '../failure.ts';
import type { LineRange } from '../files/restore-lines.ts';
import { type AskedTime, type PastSide, wordsOf } from './past-side.ts';
import { pastText } from './past-text.ts';

/** In characters. */
const LONGEST = 60_000;

/** Returns the content of a file at that time, or some of its lines. */
export function readPast(path: string, side: PastSide, asked: AskedTime, range: LineRange | null): ToolResult {
  const { name, content, place } = side;
  const found = pastText(path, name, content);
  if ('ok' in found) return found;
  if (found.text === null) {
    return place === null
      ? failure('not_found', `${path} was removed in ${name}: it has no content.`)
      : failure('not_found', `There was no ${path} ${name}.`);
  }
  const lines = linesOf(found.text);
  const part = range === null ? found.text : lines.slice(range.first - 1, range.last).join('\n');
  const kept = part.slice(0, LONGEST);
  const which =
    place === null
      ? { version: asked.version ?? 0 }
      : { before: place.ref, ...(place.label === null ? { what: wordsOf(place) } : { label: place.label }) };
  return {
    ok: true,
    output: {
      path,
      ...which,
      content: kept,
      ...(range === null ? {} : { startLine: range.first }),
      ...(kept.length < part.length ? { note: `The first ${LONGEST} of ${part.length} characters. "lines" gives the rest.` } : {}),
    },
    effects: [],
  };
}
