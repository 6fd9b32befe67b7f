import type { FailureOptions } from '../../builtins/assert/assertion-error.ts';
import type { AssertionDisplay } from '../../builtins/assert/assertion-messages.ts';
import { type ComparedLine, compareLines } from './compare-lines.ts';

const HEADLINES = new Map([
  ['deepStrictEqual', 'Expected values to be strictly deep-equal:'],
  ['partialDeepStrictEqual', 'Expected values to be partially and strictly deep-equal:'],
  ['strictEqual', 'Expected values to be strictly equal:'],
  ['strictEqualObject', 'Expected "actual" to be reference-equal to "expected":'],
  ['deepEqual', 'Expected values to be loosely deep-equal:'],
  ['notDeepStrictEqual', 'Expected "actual" not to be strictly deep-equal to:'],
  ['notStrictEqual', 'Expected "actual" to be strictly unequal to:'],
  ['notStrictEqualObject', 'Expected "actual" not to be reference-equal to "expected":'],
  ['notDeepEqual', 'Expected "actual" not to be loosely deep-equal to:'],
  ['notIdentical', 'Values have same structure but are not reference-equal:'],
  ['notDeepEqualUnequal', 'Expected values not to be loosely deep-equal:'],
]);
/** The maximum total length of two values that are shown on one line. */
const SHORT = 12;
const LONG = 512;
const TERMINAL_WIDTH = 80;
/** The number of lines shown around a change. */
const CONTEXT_LINES = 5;
/** The maximum number of lines of a value that is shown alone. */
const MOST_LINES = 50;

interface Colors {
  green: string;
  red: string;
  blue: string;
  gray: string;
  plain: string;
}

const NO_COLORS: Colors = { green: '', red: '', blue: '', gray: '', plain: '' };
const COLORS: Colors = { green: '\u001b[32m', red: '\u001b[31m', blue: '\u001b[34m', gray: '\u001b[90m', plain: '\u001b[39m' };

function isThing(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Returns the default message of an assertion, or the text after a given message if both sides are shown. */
export function describeFailure(failure: FailureOptions, display: AssertionDisplay): string {
  const { actual, expected, operator = '' } = failure;
  const colors = display.hasColors() ? COLORS : NO_COLORS;
  const show = (value: unknown): string =>
    display.inspect(value, {
      compact: false,
      customInspect: false,
      depth: 1000,
      maxArrayLength: Number.POSITIVE_INFINITY,
      showHidden: false,
      showProxy: false,
      sorted: true,
      getters: true,
    });
  if (operator === 'deepStrictEqual' || operator === 'strictEqual' || operator === 'partialDeepStrictEqual')
    return describeDifference(failure, { show, colors, width: display.width() });
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') return describeSameness(failure, show(actual), colors);
  const left = show(actual);
  const right = show(expected);
  const isFull = failure.diff === 'full';
  const cut = (text: string, most: number) => (text.length > most && !isFull ? `${text.slice(0, most - 3)}...` : text);
  const headline = HEADLINES.get(operator);
  if (operator === 'notDeepEqual' && left === right) return cut(`${headline}\n\n${left}`, 1024);
  if (operator === 'deepEqual') return `${headline}\n\n${cut(left, LONG)}\n\nshould loosely deep-equal\n\n${cut(right, LONG)}`;
  const unequal = HEADLINES.get(`${operator}Unequal`);
  if (unequal !== undefined) return `${unequal}\n\n${cut(left, LONG)}\n\nshould not loosely deep-equal\n\n${cut(right, LONG)}`;
  return `${cut(left, LONG)} ${operator} ${cut(right, LONG)}`;
}

function describeSameness({ actual, operator = '', diff }: FailureOptions, shown: string, colors: Colors): string {
  const isObject = operator === 'notStrictEqual' && (isThing(actual) || typeof actual === 'function');
  const headline = HEADLINES.get(isObject ? 'notStrictEqualObject' : operator);
  const lines = shown.split('\n');
  if (lines.length > MOST_LINES && diff !== 'full') lines.splice(MOST_LINES - 4, lines.length, `${colors.blue}...${colors.plain}`);
  const [first = ''] = lines;
  if (lines.length === 1) return `${headline}${first.length > 5 ? '\n\n' : ' '}${first}`;
  return `${headline}\n\n${lines.join('\n')}\n`;
}

interface Display {
  show(value: unknown): string;
  colors: Colors;
  width: number | null;
}

function describeDifference(failure: FailureOptions, { show, colors, width }: Display): string {
  const { actual, expected, message, operator = '', diff } = failure;
  const isReference =
    operator === 'strictEqual' &&
    ((isThing(actual) && isThing(expected)) || (typeof actual === 'function' && typeof expected === 'function'));
  let headline = HEADLINES.get(isReference ? 'strictEqualObject' : operator);
  let legend = `${colors.green}+ actual${colors.plain} ${colors.red}- expected${colors.plain}`;
  const left = show(actual).split('\n');
  const right = show(expected).split('\n');
  const [first = '', other = ''] = [left[0], right[0]];
  let body: string;
  let isCut = false;
  if (left.length === 1 && right.length === 1 && first !== other && !(isThing(actual) && isThing(expected))) {
    const quotes = (typeof actual === 'string' ? 2 : 0) + (typeof expected === 'string' ? 2 : 0);
    const isShort = first.length + other.length - quotes <= SHORT && (actual !== 0 || expected !== 0);
    if (isShort) legend = '';
    body = isShort ? `${first} !== ${other}` : oneBelowTheOther(first, other, colors, width);
  } else if (left.join('\n') === right.join('\n')) {
    headline = HEADLINES.get('notIdentical');
    legend = '';
    isCut = left.length > MOST_LINES && diff !== 'full';
    body = isCut ? `${left.slice(0, MOST_LINES).join('\n')}\n...}` : left.join('\n');
  } else {
    const lines = compareLines(left, right, isThing(actual));
    const printed = printLines(lines, operator, colors, diff === 'full');
    isCut = printed.isCut;
    body = printed.text;
  }
  const isGiven = message !== undefined && message !== null;
  return `${isGiven ? String(message) : headline}\n${legend}${isCut ? '\n... Skipped lines' : ''}\n${body}\n`;
}

function oneBelowTheOther(actual: string, expected: string, colors: Colors, width: number | null): string {
  const text = `\n${colors.green}+${colors.plain} ${actual}\n${colors.red}- ${colors.plain}${expected}`;
  if (actual.length + expected.length > (width ?? TERMINAL_WIDTH)) return text;
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at++;
  // A difference near the start is visible without a mark.
  return at >= 3 && at < actual.length ? `${text}\n${' '.repeat(at + 2)}^` : text;
}

function printLines(lines: readonly ComparedLine[], operator: string, colors: Colors, isFull: boolean): { text: string; isCut: boolean } {
  let text = '';
  let isCut = false;
  let same = 0;
  const showSame = (index: number) => `${colors.plain}  ${lines[index]?.text}\n`;
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'same' && lines[index - 1]?.kind === 'same') {
      // Omitting one or two lines saves no space, because the notice is as long.
      if (same > CONTEXT_LINES + 2 && !isFull) {
        text += `${colors.blue}...${colors.plain}\n${showSame(index - 1)}`;
        isCut = true;
      } else for (let at = index - same + CONTEXT_LINES; at < index && !isFull; at++) text += showSame(at);
      same = 0;
    }
    if (line.kind === 'same') {
      if (same < CONTEXT_LINES || isFull) text += showSame(index);
      same++;
    } else if (line.kind === 'expected') text += `${colors.red}-${colors.plain} ${line.text}\n`;
    else if (operator === 'partialDeepStrictEqual') text += `${colors.gray}${colors === COLORS ? ' ' : '+'} ${line.text}${colors.plain}\n`;
    else text += `${colors.green}+${colors.plain} ${line.text}\n`;
  }
  return { text: `\n${text.trimEnd()}`, isCut };
}
