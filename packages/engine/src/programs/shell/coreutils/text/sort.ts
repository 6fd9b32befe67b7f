import { quotedName } from '../../text/quoted-name.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { eachInput } from '../each-input.ts';
import type { ParsedOptions } from '../parse-options.ts';
import { parseOptions } from '../parse-options.ts';

interface SortKey {
  startField: number;
  startCharacter: number;
  /** `null` for the end of the line. */
  endField: number | null;
  endCharacter: number;
  letters: string;
}

const specification = {
  // Everything is sorted in memory, so sizes, folders and thread counts (-S, -T, --parallel …) have no effect.
  flags: 'nrufbdghVMRscCzim',
  values: 'ktoST',
  long: {
    'numeric-sort': 'n',
    reverse: 'r',
    unique: 'u',
    'ignore-case': 'f',
    'ignore-leading-blanks': 'b',
    key: 'k',
    'field-separator': 't',
    output: 'o',
    'version-sort': 'V',
    stable: 's',
    'zero-terminated': 'z',
    'human-numeric-sort': 'h',
    'general-numeric-sort': 'g',
    'month-sort': 'M',
    'dictionary-order': 'd',
    'ignore-nonprinting': 'i',
    'random-sort': 'R',
    merge: 'm',
    'buffer-size': 'S',
    'temporary-directory': 'T',
  },
  longOptional: ['check'],
  longValues: ['sort', 'parallel', 'batch-size', 'compress-program'],
  exitCode: 2,
};

export const sort: Command = async (context) => {
  const options = parseOptions(context, specification);
  const { flags } = options;
  const checking = checkingOf(options);
  const [, extra] = options.operands;
  if (checking !== null && extra !== undefined) throw new CommandError(`extra operand '${extra}' not allowed with -${checking}`, 2);
  const kind = kindOf(options);
  const global = [...'nrfbdghVMRi'].filter((letter) => flags.has(letter) || letter === kind).join('');
  const keys = (options.values.get('k') ?? []).map((text) => parseKey(text));
  for (const letters of [global, ...keys.map((key) => key.letters)]) checkLetters(letters);
  const separator = separatorOf(options.value('t'));
  const delimiter = flags.has('z') ? '\0' : '\n';
  let lines: string[] = [];
  const files: string[][] = [];
  const exitCode = await eachInput(
    context,
    options.operands,
    async (input) => {
      if (flags.has('m')) lines = [];
      for await (const line of input.lines(delimiter)) lines.push(line);
      files.push(lines);
    },
    { failureCode: 2, describe: (path) => `cannot read: ${quotedName(path)}` },
  );
  if (exitCode !== 0) return exitCode;
  const compareKeys = keyComparison(keys, global, separator);
  const isReversed = global.includes('r');
  const compare = (left: string, right: string) => {
    const order = compareKeys(left, right);
    if (order !== 0 || flags.has('s') || flags.has('u')) return order;
    const last = left < right ? -1 : left > right ? 1 : 0;
    return isReversed ? -last : last;
  };
  if (checking !== null)
    return check(lines, compare, { isUnique: flags.has('u'), isSaid: checking === 'c', path: options.operands[0] ?? '-' }, context);
  if (flags.has('m')) lines = merged(files, compare);
  else lines.sort(compare);
  const kept = flags.has('u') ? lines.filter((line, index) => index === 0 || compareKeys(lines[index - 1] ?? '', line) !== 0) : lines;
  const text = kept.map((line) => line + delimiter).join('');
  const target = options.value('o');
  if (target === null) await context.stdout.write(text);
  else context.files.writeText(target, text);
  return 0;
};

/** Merges files that are each sorted (unsorted ones stay unsorted): always takes the smallest of the next lines. */
function merged(files: readonly string[][], compare: (left: string, right: string) => number): string[] {
  const heads = files.filter((lines) => lines.length > 0).map((lines) => ({ lines, next: 0, line: lines[0] ?? '' }));
  const result: string[] = [];
  for (;;) {
    let [least] = heads;
    if (least === undefined) return result;
    for (const head of heads) if (compare(head.line, least.line) < 0) least = head;
    result.push(least.line);
    least.next += 1;
    const line = least.lines[least.next];
    if (line === undefined) heads.splice(heads.indexOf(least), 1);
    else least.line = line;
  }
}

/** Returns 'c' to report disorder, 'C' to show it only by the exit code. */
function checkingOf({ flags, value }: ParsedOptions): 'c' | 'C' | null {
  const long = value('check');
  if (flags.has('C') || long === 'quiet' || long === 'silent') return 'C';
  if (long === null || long === '' || long === 'diagnose-first') return flags.has('c') || long !== null ? 'c' : null;
  throw invalidArgument(long, 'check', ['quiet', 'silent', 'diagnose-first']);
}

const KINDS = new Map([
  ['general-numeric', 'g'],
  ['human-numeric', 'h'],
  ['month', 'M'],
  ['numeric', 'n'],
  ['random', 'R'],
  ['version', 'V'],
]);

function kindOf({ value }: ParsedOptions): string | null {
  const kind = value('sort');
  if (kind === null) return null;
  const letter = KINDS.get(kind);
  if (letter === undefined) throw invalidArgument(kind, 'sort', [...KINDS.keys()]);
  return letter;
}

function invalidArgument(given: string, name: string, allowed: readonly string[]): CommandError {
  const list = allowed.map((word) => `\n  - '${word}'`).join('');
  return new CommandError(
    `invalid argument '${given}' for '--${name}'\nValid arguments are:${list}\nTry 'sort --help' for more information.`,
  );
}

/** Two ways of comparing at once are an error. */
function checkLetters(letters: string): void {
  const ways = [...'nghM'].filter((letter) => letters.includes(letter)).length + (/[VRdi]/.test(letters) ? 1 : 0);
  if (ways < 2) return;
  throw new CommandError(`options '-${[...'dghiMnRV'].filter((letter) => letters.includes(letter)).join('')}' are incompatible`, 2);
}

function separatorOf(text: string | null): string | null {
  if (text === '') throw new CommandError('empty tab', 2);
  if (text === '\\0') return '\0';
  if (text !== null && [...text].length > 1) throw new CommandError(`multi-character tab '${text}'`, 2);
  return text;
}

async function check(
  lines: readonly string[],
  compare: (left: string, right: string) => number,
  { isUnique, isSaid, path }: { isUnique: boolean; isSaid: boolean; path: string },
  context: CommandContext,
): Promise<number> {
  const index = lines.findIndex((line, position) => {
    if (position === 0) return false;
    const order = compare(lines[position - 1] ?? '', line);
    return order > 0 || (isUnique && order === 0);
  });
  if (index === -1) return 0;
  if (isSaid) await context.stderr.writeLine(`sort: ${path}:${index + 1}: disorder: ${lines[index]}`);
  return 1;
}

function parseKey(text: string): SortKey {
  const match = /^(\d+)(?:\.(\d+))?([A-Za-z]*)(?:,(\d+)(?:\.(\d+))?([A-Za-z]*))?$/.exec(text);
  if (match === null) throw new CommandError(`invalid number at field start: invalid count at start of '${text}'`, 2);
  const [, startField, startCharacter, startLetters = '', endField, endCharacter, endLetters = ''] = match;
  if (Number(startField) === 0)
    throw new CommandError(`-: invalid field specification '${text}'`.replace('-: ', 'field number is zero: '), 2);
  return {
    startField: Number(startField) - 1,
    startCharacter: startCharacter === undefined ? 0 : Number(startCharacter) - 1,
    endField: endField === undefined ? null : Number(endField) - 1,
    endCharacter: endCharacter === undefined ? 0 : Number(endCharacter),
    letters: startLetters + endLetters,
  };
}

function keyComparison(keys: readonly SortKey[], global: string, separator: string | null): (left: string, right: string) => number {
  if (keys.length === 0) return comparisonFor(global);
  const parts = keys.map((key) => {
    const letters = key.letters === '' ? global : key.letters;
    return { compare: comparisonFor(letters), key, isSkippingBlanks: letters.includes('b') || global.includes('b') };
  });
  return (left, right) => {
    for (const { compare, key, isSkippingBlanks } of parts) {
      const order = compare(extract(left, key, separator, isSkippingBlanks), extract(right, key, separator, isSkippingBlanks));
      if (order !== 0) return order;
    }
    return 0;
  };
}

function extract(line: string, key: SortKey, separator: string | null, isSkippingBlanks: boolean): string {
  const fields = separator === null ? (line.match(/[ \t]*[^ \t]+|[ \t]+$/g) ?? []) : line.split(separator);
  const joiner = separator ?? '';
  const rest = fields.slice(key.startField, key.endField === null ? undefined : key.endField + 1);
  const [first = ''] = rest;
  const from = isSkippingBlanks ? first.length - first.trimStart().length + key.startCharacter : key.startCharacter;
  if (key.endField === null || key.endCharacter === 0) return rest.join(joiner).slice(from);
  const last = rest.at(-1) ?? '';
  const whole = rest.slice(0, -1).join(joiner) + (rest.length > 1 ? joiner : '');
  return (whole + last.slice(0, key.endCharacter)).slice(from);
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function comparisonFor(letters: string): (left: string, right: string) => number {
  const direction = letters.includes('r') ? -1 : 1;
  const numeric = (read: (text: string) => number) => (left: string, right: string) => direction * Math.sign(read(left) - read(right)) || 0;
  if (letters.includes('n')) return numeric((text) => Number(/^\s*-?\d*\.?\d*/.exec(text)?.[0].trim() || '0') || 0);
  if (letters.includes('g')) return numeric((text) => Number.parseFloat(text) || 0);
  if (letters.includes('h')) return numeric(humanNumber);
  if (letters.includes('M')) return numeric((text) => months.indexOf(text.trim().slice(0, 3).toUpperCase()));
  if (letters.includes('V')) return (left, right) => direction * compareVersions(left, right);
  const normal = (text: string) => {
    let result = letters.includes('b') ? text.trimStart() : text;
    if (letters.includes('d')) result = result.replace(/[^\p{L}\p{N}\s]/gu, '');
    else if (letters.includes('i')) result = result.replace(/[^ -~]/g, '');
    return letters.includes('f') ? result.toUpperCase() : result;
  };
  if (letters.includes('R')) return randomComparison(normal);
  return (left, right) => {
    const [first, second] = [normal(left), normal(right)];
    return first < second ? -direction : first > second ? direction : 0;
  };
}

/** Compares in random order, keeping equal keys together. */
function randomComparison(normal: (text: string) => string): (left: string, right: string) => number {
  const places = new Map<string, number>();
  const placeOf = (text: string) => {
    const key = normal(text);
    const place = places.get(key) ?? Math.random();
    places.set(key, place);
    return place;
  };
  return (left, right) => Math.sign(placeOf(left) - placeOf(right));
}

function humanNumber(text: string): number {
  const match = /^\s*(-?\d*\.?\d+)\s*([KMGTP]?)/i.exec(text);
  const power = match === null ? 0 : 'KMGTP'.indexOf((match[2] ?? '').toUpperCase() || '?') + 1;
  return match === null ? 0 : Number(match[1]) * 1024 ** power;
}

/** Compares digits as numbers and the rest as text; `1.10` comes after `1.9`. */
export function compareVersions(left: string, right: string): number {
  const split = (text: string) => text.match(/\d+|\D+/g) ?? [];
  const [first, second] = [split(left), split(right)];
  for (let index = 0; index < Math.max(first.length, second.length); index += 1) {
    const [one, two] = [first[index], second[index]];
    if (one === undefined) return -1;
    if (two === undefined) return 1;
    if (/^\d/.test(one) && /^\d/.test(two)) {
      const difference = Number(one) - Number(two);
      if (difference !== 0) return Math.sign(difference);
    } else if (one !== two) return one < two ? -1 : 1;
  }
  return 0;
}
