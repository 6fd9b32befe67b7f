import { z } from 'zod';
import { bareName, trainedField } from '../../protocol/trained/trained-names.ts';

/** Letters by which a name may differ from the one that was meant. */
const NEAR = 2;
const MOST_NAMED = 5;

/**
 * Says which fields of a call the tool does not have, and which of its own was meant. Null if there are none, and for fields that resemble
 * none of its own in a call that is right otherwise (`isBroken` false): they change nothing.
 */
export function strangeFields(toolName: string, input: unknown, schema: z.ZodType, isBroken: boolean): string | null {
  if (!(schema instanceof z.ZodObject) || typeof input !== 'object' || input === null) return null;
  const own = Object.keys(schema.shape);
  const given = Object.keys(input);
  const found = given.flatMap((name): string[] => {
    if (own.includes(name)) return [];
    const meant = trainedField(toolName, name, own) ?? nearest(name, own);
    if (meant === null) return isBroken ? [`it has no field ${JSON.stringify(name)}`] : [];
    return [
      given.includes(meant)
        ? `${JSON.stringify(name)} and ${JSON.stringify(meant)} mean the same and differ`
        : `it has no field ${JSON.stringify(name)}; ${JSON.stringify(meant)} was meant`,
    ];
  });
  if (found.length === 0) return null;
  return `${found.slice(0, MOST_NAMED).join('; ')}. The fields of ${toolName} are: ${own.join(', ')}.`;
}

function nearest(name: string, own: readonly string[]): string | null {
  const bare = bareName(name);
  const ranked = own
    .map((field) => ({ field, distance: distanceOf(bare, bareName(field)) }))
    .filter(({ field, distance }) => distance <= Math.min(NEAR, Math.floor(field.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  const [first, second] = ranked;
  return first === undefined || first.distance === second?.distance ? null : first.field;
}

/** The number of letters to change, add or take away. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > NEAR) return NEAR + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
