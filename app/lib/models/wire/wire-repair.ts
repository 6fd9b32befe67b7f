/** An untrusted JSON object; its fields are checked one by one. */
export type Fields = Record<string, unknown>;

/** `as-it-is` if the event is passed on unchanged, otherwise the events that replace it. */
export type Repaired = 'as-it-is' | readonly Fields[];

/** Converts one answer's events into the form that its provider's SDK accepts. Each answer needs its own instance, because it keeps state. */
export interface WireRepair {
  read(event: Fields): Repaired;
  /** Events to add at the end of the answer; `isDone`: the answer ended with `[DONE]`. */
  end(isDone: boolean): readonly Fields[];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** A non-empty text; null for everything else. A number is accepted if an id is expected. */
export function wordOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
