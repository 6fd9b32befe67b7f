/** A JSON object of others, looked at field by field. */
export type Fields = Record<string, unknown>;

/** `as-it-is`: the event is passed on as it came. Otherwise the events in its place. */
export type Repaired = 'as-it-is' | readonly Fields[];

/** Makes of one answer's events what its provider's SDK takes. One for each answer: it remembers what has come. */
export interface WireRepair {
  read(event: Fields): Repaired;
  /** Events to add where the answer has ended; `isDone`: by its own word (`[DONE]`). */
  end(isDone: boolean): readonly Fields[];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or one without anything. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** A text that says something; null for everything else. A number is one where an id is wanted. */
export function wordOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
