import type { Inspection } from '../../inspect/inspect.ts';

interface Failure {
  actual?: unknown;
  expected?: unknown;
  operator?: string;
}

const headlines = new Map([
  ['deepStrictEqual', 'Expected values to be strictly deep-equal:'],
  ['throws', 'Expected values to be strictly deep-equal:'],
  ['rejects', 'Expected values to be strictly deep-equal:'],
  ['strictEqual', 'Expected values to be strictly equal:'],
  ['partialDeepStrictEqual', 'Expected values to be partially and strictly deep-equal:'],
  ['deepEqual', 'Expected values to be loosely deep-equal:'],
  ['notDeepStrictEqual', 'Expected "actual" not to be strictly deep-equal to:'],
  ['notStrictEqual', 'Expected "actual" to be strictly unequal to:'],
  ['notDeepEqual', 'Expected "actual" not to be loosely deep-equal to:'],
]);

/** Lines of both sides, with `+` for what only `actual` and `-` for what only `expected` has. */
function diffLines(actual: string[], expected: string[]): string[] {
  const lengths = Array.from({ length: actual.length + 1 }, () => new Array<number>(expected.length + 1).fill(0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = actual.length - 1; row >= 0; row--)
    for (let column = expected.length - 1; column >= 0; column--) {
      const line = lengths[row];
      if (line !== undefined)
        line[column] = actual[row] === expected[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const lines: string[] = [];
  let row = 0;
  let column = 0;
  while (row < actual.length || column < expected.length) {
    if (row < actual.length && column < expected.length && actual[row] === expected[column]) {
      lines.push(`  ${actual[row]}`);
      row++;
      column++;
    } else if (row < actual.length && (column >= expected.length || at(row + 1, column) >= at(row, column + 1)))
      lines.push(`+ ${actual[row++]}`);
    else lines.push(`- ${expected[column++]}`);
  }
  return lines;
}

function withoutStack(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const copy: object = Object.assign(Object.create(Object.getPrototypeOf(value)), value);
  Object.defineProperty(copy, 'message', { value: value.message, configurable: true });
  if (Object.hasOwn(value, 'cause')) Object.defineProperty(copy, 'cause', { value: withoutStack(value.cause), configurable: true });
  return copy;
}

/** Two texts that together are no longer are put side by side. */
const SHORT_TEXTS = 12;

/** Longer values are not compared line by line. */
const MAX_DIFF_LINES = 1000;

/** The message of an assertion that was given none. */
export function describeDifference(inspection: Inspection, failure: Failure): string {
  const { operator = '' } = failure;
  // Two errors differ by what they say, not by where they come from.
  const areErrors = failure.actual instanceof Error && failure.expected instanceof Error;
  const [actual, expected] = areErrors
    ? [withoutStack(failure.actual), withoutStack(failure.expected)]
    : [failure.actual, failure.expected];
  const show = (value: unknown) =>
    inspection.inspect(value, { depth: 1000, maxArrayLength: null, compact: false, sorted: true, customInspect: false });
  const short = (value: unknown) => inspection.inspect(value);
  if (operator === '==' || operator === '!=') return `${short(actual)} ${operator} ${short(expected)}`;
  if (operator === 'match' || operator === 'doesNotMatch') {
    const verb =
      operator === 'match'
        ? 'The input did not match the regular expression'
        : 'The input was expected to not match the regular expression';
    return `${verb} ${short(expected)}. Input:\n\n${short(actual)}\n`;
  }
  const headline = headlines.get(operator) ?? 'The values are not as expected:';
  if (operator.startsWith('not')) {
    const shown = show(expected);
    return shown.includes('\n') ? `${headline}\n\n${shown}\n` : `${headline} ${shown}`;
  }
  if (operator === 'deepEqual') {
    const cut = (text: string) => (text.length > 512 ? `${text.slice(0, 509)}...` : text);
    return `${headline}\n\n${cut(show(actual))}\n\nshould loosely deep-equal\n\n${cut(show(expected))}`;
  }
  const left = show(actual).split('\n');
  const right = show(expected).split('\n');
  const isSimple = left.length === 1 && right.length === 1 && left[0] !== right[0];
  if (
    operator === 'strictEqual' &&
    isSimple &&
    // Longer texts are set one under the other.
    (typeof actual !== 'string' || typeof expected !== 'string' || actual.length + expected.length <= SHORT_TEXTS) &&
    (typeof actual !== 'object' || actual === null) &&
    (typeof expected !== 'object' || expected === null)
  )
    return `${headline}\n\n${left[0]} !== ${right[0]}\n`;
  if (left.length > MAX_DIFF_LINES || right.length > MAX_DIFF_LINES)
    return `${headline}\n\n${short(actual)}\n\nshould equal\n\n${short(expected)}`;
  return `${headline}\n+ actual - expected\n\n${diffLines(left, right).join('\n')}\n`;
}
