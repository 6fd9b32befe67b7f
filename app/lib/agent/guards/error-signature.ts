import { withoutEscapeCodes } from '../../runtime/terminal-text.ts';

/** Maximum number of errors compared per result. */
const MOST_ERRORS = 50;
/** Number of last lines used if no output line looks like an error. */
const LAST_LINES = 3;
const LONGEST_LABEL = 300;

const LOOKS_LIKE_ERROR =
  /\b(?:err(?:or)?s?|fail(?:ed|ure|ures|s)?|exception|fatal|panic|cannot|can't|could not|not found|unexpected|undefined|unable|missing|invalid|refused|denied|E[A-Z]{4,})\b|Error\b|[✗✘×]/i;
/** Parts that vary between runs and say nothing about the error. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?\b/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g, '<time>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b/gi, '<hex>'],
  [/\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|min|minutes)\b/g, '<time>'],
  // Must precede the removal of positions: `src/v2/a.ts:3:4` has to become `src/v2/a.ts`.
  [/:\d+(?::\d+)?(?=$|[\s:)\]},;'"-])/g, ''],
  [/\(\d+,\d+\)/g, ''],
  [/\bline \d+(?:,? col(?:umn)? \d+)?/gi, ''],
];

/** Returns an error message without the parts that vary between runs: positions, times, numbers, addresses. Paths stay whole. */
export function errorSignature(message: string): string {
  let text = withoutEscapeCodes(message);
  for (const [pattern, replacement] of VOLATILE) text = text.replace(pattern, replacement);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => (word.includes('/') ? word : word.replace(/\b\d+(?:\.\d+)?\b/g, '#'))).join(' ');
}

/** The errors that a check found: their signatures, and the first error verbatim. Empty if there were none. */
export interface CheckErrors {
  signatures: ReadonlySet<string>;
  label: string;
}

/**
 * Returns the output lines that look like errors, or else the last lines. Empty output is a plain "no" (of `grep`, of `test`), not an
 * error.
 */
export function errorLines(output: string): string[] {
  const lines = withoutEscapeCodes(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => LOOKS_LIKE_ERROR.test(line));
  return telling.length > 0 ? telling.slice(0, MOST_ERRORS) : lines.slice(-LAST_LINES);
}

/** Builds `CheckErrors` from error messages in order. */
export function checkErrors(messages: readonly string[]): CheckErrors {
  const [first = ''] = messages;
  const label = first.length > LONGEST_LABEL ? `${first.slice(0, LONGEST_LABEL)}…` : first;
  return { signatures: new Set(messages.slice(0, MOST_ERRORS).map(errorSignature)), label };
}
