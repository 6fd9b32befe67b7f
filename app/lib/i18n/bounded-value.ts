/**
 * Limit in characters for a value in a text of the app, such as a notice, label or title: an untrusted path or command may have millions.
 */
const LONGEST_VALUE = 2_000;

/** Shortens a value for a text by cutting its middle. */
export function boundedValue(value: string): string {
  return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE / 2)}…${value.slice(-LONGEST_VALUE / 2)}`;
}
