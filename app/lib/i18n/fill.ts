/** The names of a text's placeholders: `file` in `Found in {file}`. */
export type PlaceNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceNames<Rest> : never;

/** The required values of a text: none, or one for each of its placeholders. */
export type PlaceValues<Text extends string, Value> = [PlaceNames<Text>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceNames<Text>, Value>>];

/** Limit in characters for a value: an untrusted path or command may have millions, and the text may be a button's label. */
const LONGEST_VALUE = 20_000;

/**
 * Replaces placeholders with values. Numbers are inserted unchanged, because a port has no thousands separator: `numberText` formats
 * amounts.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  return values ? text.replace(/{(\w+)}/g, (place, name: string) => bounded(String(values[name] ?? place))) : text;
}

function bounded(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE / 2)}…${value.slice(-LONGEST_VALUE / 2)}` : value;
}
