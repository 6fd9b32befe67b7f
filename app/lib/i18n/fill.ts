/** The names of a text's places: `file` of `Found in {file}`. */
export type PlaceNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceNames<Rest> : never;

/** What has to be given along with a text: nothing, or a value for each of its places. */
export type PlaceValues<Text extends string, Value> = [PlaceNames<Text>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceNames<Text>, Value>>];

/** Characters of a value: a path or a command of a stranger may have millions, and the text be a button's name. */
const LONGEST_VALUE = 20_000;

/** Puts values in their places. Numbers are put as they are, since a port has no thousands: `numberText` writes amounts. */
export function fill(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  return values ? text.replace(/{(\w+)}/g, (place, name: string) => bounded(String(values[name] ?? place))) : text;
}

function bounded(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE / 2)}…${value.slice(-LONGEST_VALUE / 2)}` : value;
}
