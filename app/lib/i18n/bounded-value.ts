/** Characters of a value in a text of the app: notices, names of controls, titles. A path or a command of a stranger may have millions. */
const LONGEST_VALUE = 2_000;

/** A value as a text may hold it: what is longer is cut in its middle. */
export function boundedValue(value: string): string {
  return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE / 2)}…${value.slice(-LONGEST_VALUE / 2)}`;
}
