import { z } from 'zod';
import { bareName, trainedField } from '../../protocol/trained/trained-names.ts';

/** Fields that other products have for their own windows. Nothing of a call is lost without them. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(
  'requiresapproval shouldreadentirefile explanation description rationale reason thought isbackground runinbackground sandboxpermissions justification'.split(
    ' ',
  ),
);

/** The most letters by which a misspelled name may differ. */
const NEAR = 2;
const MOST_NAMED = 5;
const LONGEST_NAME = 60;

/**
 * Describes the fields that the tool does not have, each with the field that was probably meant. Null if there are none. In an otherwise
 * valid call (`isBroken` false), fields that resemble none of the tool's are ignored, because they have no effect.
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

/** Returns a sentence about the fields of a call that ran without them, because the tool has none like them; null if there are none. */
export function ignoredFields(input: unknown, schema: z.ZodType): string | null {
  if (!(schema instanceof z.ZodObject) || typeof input !== 'object' || input === null) return null;
  const own = Object.keys(schema.shape);
  const ignored = Object.keys(input).filter((name) => !own.includes(name) && !isWithoutEffect(name));
  if (ignored.length === 0) return null;
  const sentences = ignored.slice(0, MOST_NAMED).map((name) => {
    const meant = own.find((field) => bareName(name).includes(bareName(field)) || bareName(field).includes(bareName(name)));
    return `no field \`${name.slice(0, LONGEST_NAME)}\`${meant === undefined ? '' : `; did you mean \`${meant}\`?`}`;
  });
  return `Ignored: ${sentences.join(', ')}${sentences.some((each) => each.endsWith('?')) ? '' : `; the fields are ${own.join(', ')}.`}`;
}

/** A flag of another program, or one of those names. */
function isWithoutEffect(name: string): boolean {
  return /^-\w$/.test(name) || WITHOUT_EFFECT.has(bareName(name));
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

/** Returns how many letters must be changed, added or removed. */
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
