import { z } from 'zod';
import { bareName, itemFields, trainedField } from '../../protocol/trained/trained-names.ts';

/** Fields that other products have for their own windows. Nothing of a call is lost without them. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(
  'requiresapproval shouldreadentirefile explanation description rationale reason thought activeform priority isbackground runinbackground sandboxpermissions justification'.split(
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
  const places = placesIn(input, schema);
  const strange = places.map((place) => ({ place, found: strangeIn(toolName, place, isBroken) })).filter(({ found }) => found.length > 0);
  if (strange.length === 0) return null;
  const found = [...new Set(strange.flatMap((each) => each.found))].slice(0, MOST_NAMED).join('; ');
  const lists = strange.map(
    ({ place: { list, offered } }) => `The fields of ${toolName}${list === null ? '' : `, ${list}[],`} are: ${offered.join(', ')}.`,
  );
  return `${found}. ${[...new Set(lists)].join(' ')}`;
}

/** An object in the arguments: all of them, or an item of a list. */
interface Place {
  /** The list that has the item; null for the arguments themselves. */
  list: string | null;
  own: readonly string[];
  /** Those of them that models are offered. */
  offered: readonly string[];
  given: readonly string[];
}

function placesIn(input: unknown, schema: z.ZodType): Place[] {
  if (!(schema instanceof z.ZodObject) || !isObject(input)) return [];
  const own = Object.keys(schema.shape);
  const items = own.flatMap((list): Place[] => {
    const shape = itemShapeOf(schema.shape[list]);
    const values = input[list];
    if (shape === null || !Array.isArray(values)) return [];
    const fields = Object.keys(shape);
    const offered = fields.filter((field) => shape[field]?.meta()?.isTakenOnly !== true);
    return values.filter(isObject).map((item) => ({ list, own: fields, offered, given: Object.keys(item) }));
  });
  return [{ list: null, own, offered: own, given: Object.keys(input) }, ...items];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the schemas of the fields of a list's items; null if it is no list of objects. */
function itemShapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return itemShapeOf(schema.unwrap());
  if (!(schema instanceof z.ZodArray) || !(schema.element instanceof z.ZodObject)) return null;
  // In an object's schema, the fields are schemas.
  return schema.element.shape as Record<string, z.ZodType>;
}

function strangeIn(toolName: string, { list, own, given }: Place, isBroken: boolean): string[] {
  const nameOf = (name: string) => JSON.stringify(list === null ? name : `${list}[].${name}`);
  return given.flatMap((name): string[] => {
    if (own.includes(name)) return [];
    const trained = list === null ? trainedField(toolName, name, own) : (itemFields(toolName, list).get(bareName(name)) ?? null);
    const meant = trained ?? nearest(name, own);
    if (meant === null) return isBroken ? [`There is no field ${nameOf(name)}`] : [];
    return [
      given.includes(meant)
        ? `${nameOf(name)} and ${JSON.stringify(meant)} mean the same and differ`
        : `There is no field ${nameOf(name)}; ${JSON.stringify(meant)} was meant`,
    ];
  });
}

/** Returns a sentence about the fields of a call that ran without them, because the tool has none like them; null if there are none. */
export function ignoredFields(input: unknown, schema: z.ZodType): string | null {
  const places = placesIn(input, schema);
  const ignored = places.flatMap(ignoredIn);
  const [first] = ignored;
  if (first === undefined) return null;
  const sentences = [...new Set(ignored.map(({ sentence }) => sentence))].slice(0, MOST_NAMED);
  const { list, offered } = first.place;
  const fields = `; the fields ${list === null ? '' : `of ${list}[] `}are ${offered.join(', ')}.`;
  return `Ignored: ${sentences.join(', ')}${sentences.some((each) => each.endsWith('?')) ? '' : fields}`;
}

function ignoredIn(place: Place): { place: Place; sentence: string }[] {
  const { list, own, given } = place;
  return given
    .filter((name) => !own.includes(name) && !isWithoutEffect(name))
    .map((name) => {
      const meant = own.find((field) => bareName(name).includes(bareName(field)) || bareName(field).includes(bareName(name)));
      const named = `${list === null ? '' : `${list}[].`}${name.slice(0, LONGEST_NAME)}`;
      return { place, sentence: `no field \`${named}\`${meant === undefined ? '' : `; did you mean \`${meant}\`?`}` };
    });
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
