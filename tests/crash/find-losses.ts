import { z } from 'zod';
import { wordsIn } from './token-provider.ts';
import type { Sight } from './witness.ts';

/** How long content on the screen may be lost. In milliseconds. */
const GRACE = 1_000;

const recordSchema = z.object({ event: z.object({ type: z.string(), toolCallId: z.string().optional() }).loose() });

/**
 * Returns what a page reopened after a crash lacks of the acknowledged records, or of the screen a second before, and what ran twice. The
 * words of a text must be on the screen again; those of a file may be in its collapsed card, and must be in the journal.
 */
export function findLosses(tag: string, before: readonly Sight[], crashedAt: number, after: Sight): string[] {
  const acknowledged = before.flatMap(({ records }) => records);
  const shown = before.findLast(({ at }) => at <= crashedAt - GRACE)?.screen ?? '';
  const journal = after.records.join('\n');
  return [
    ...acknowledged.flatMap((record, index) =>
      after.records[index] === record ? [] : [`record ${index} is lost: ${record.slice(0, 200)}`],
    ),
    ...missing(wordsIn(shown, tag, 't'), wordsIn(after.screen, tag, 't'), 'words of a text are not shown'),
    ...missing(wordsIn(shown, tag, 'f'), wordsIn(journal, tag, 'f'), 'words of a file are lost'),
    ...ranTwice(after.records),
  ];
}

function missing(had: ReadonlySet<string>, has: ReadonlySet<string>, what: string): string[] {
  const lost = [...had].filter((word) => !has.has(word));
  return lost.length === 0 ? [] : [`${lost.length} ${what}: ${lost.slice(0, 5).join(' ')} …`];
}

function ranTwice(records: readonly string[]): string[] {
  const started = new Map<string, number>();
  for (const text of records) {
    const { event } = recordSchema.parse(JSON.parse(text));
    if (event.type === 'tool-call-started' && event.toolCallId !== undefined)
      started.set(event.toolCallId, (started.get(event.toolCallId) ?? 0) + 1);
  }
  return [...started].flatMap(([id, times]) => (times > 1 ? [`${id} ran ${times} times`] : []));
}
