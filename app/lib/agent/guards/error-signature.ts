import { withoutEscapeCodes } from '../../runtime/terminal-text.ts';

/** Of one result so many errors are compared. */
const MOST_ERRORS = 50;
/** Of output without a line that looks like an error the last lines are taken. */
const LAST_LINES = 3;
const LONGEST_LABEL = 300;

const LOOKS_LIKE_ERROR =
  /\b(?:err(?:or)?s?|fail(?:ed|ure|ures|s)?|exception|fatal|panic|cannot|can't|could not|not found|unexpected|undefined|unable|missing|invalid|refused|denied|E[A-Z]{4,})\b|Error\b|[✗✘×]/i;
/** What changes from run to run and says nothing of the error. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?\b/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g, '<time>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b/gi, '<hex>'],
  [/\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|min|minutes)\b/g, '<time>'],
  // Before the place goes: `src/v2/a.ts:3:4` must stay `src/v2/a.ts`.
  [/:\d+(?::\d+)?(?=$|[\s:)\]},;'"-])/g, ''],
  [/\(\d+,\d+\)/g, ''],
  [/\bline \d+(?:,? col(?:umn)? \d+)?/gi, ''],
];

/** An error's message without what differs between two runs of the same: places, times, numbers, addresses. Paths stay whole. */
export function errorSignature(message: string): string {
  let text = withoutEscapeCodes(message);
  for (const [pattern, replacement] of VOLATILE) text = text.replace(pattern, replacement);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => (word.includes('/') ? word : word.replace(/\b\d+(?:\.\d+)?\b/g, '#'))).join(' ');
}

/** What a check found: each error's signature, and the first error in the words of the result. Empty when all was well. */
export interface CheckErrors {
  signatures: ReadonlySet<string>;
  label: string;
}

/** The lines of a command's output that tell of errors. Output without a word is a plain "no" (of `grep`, of `test`), not an error. */
export function errorLines(output: string): string[] {
  const lines = withoutEscapeCodes(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => LOOKS_LIKE_ERROR.test(line));
  return telling.length > 0 ? telling.slice(0, MOST_ERRORS) : lines.slice(-LAST_LINES);
}

/** Of the errors in the words of the check, in order. */
export function checkErrors(messages: readonly string[]): CheckErrors {
  const [first = ''] = messages;
  const label = first.length > LONGEST_LABEL ? `${first.slice(0, LONGEST_LABEL)}…` : first;
  return { signatures: new Set(messages.slice(0, MOST_ERRORS).map(errorSignature)), label };
}
