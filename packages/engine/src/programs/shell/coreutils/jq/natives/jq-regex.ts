import { POSIX_CLASSES } from '../../../text/posix-classes.ts';
import type { JqItem } from '../jq-items.ts';
import { made, valuesOf } from '../jq-items.ts';
import { toJson } from '../jq-json.ts';
import type { JqNative } from '../jq-machine.ts';
import type { JqValue } from '../jq-value.ts';
import { described, isArray, JqError } from '../jq-value.ts';

interface Match {
  offset: number;
  text: string;
  captures: { offset: number; text: string | null; name: string | null }[];
}

/** `test`, `match`, `capture`, `scan`, `split` and `sub`: Oniguruma's regular expressions, run by JavaScript's. */
export const regexNatives: ReadonlyMap<string, JqNative> = new Map<string, JqNative>([
  ['test/2', regexNative((text, expression) => [matches(text, expression, false).length > 0])],
  ['match/2', regexNative((text, expression, flags) => matches(text, expression, flags.includes('g')).map(matchValue))],
  ['capture/2', regexNative((text, expression, flags) => matches(text, expression, flags.includes('g')).map(captureObject))],
  [
    'scan/2',
    regexNative((text, expression) =>
      matches(text, expression, true).map((match) =>
        match.captures.length === 0 ? match.text : match.captures.map((capture) => capture.text),
      ),
    ),
  ],
  ['split/2', regexNative((text, expression) => [pieces(text, expression)])],
  [
    'sub/3',
    function* (item, [patterns, replacement, flagFilter]) {
      for (const flags of valuesOf(flagFilter, item)) {
        for (const pattern of valuesOf(patterns, item)) {
          const text = subject(item);
          const found = matches(text, compile(pattern, flags), String(flags ?? '').includes('g'));
          for (const result of replaced(text, found, 0, 0, (match) => [
            ...valuesOf(replacement, { value: captureObject(match), path: null }),
          ])) {
            yield made(result, item);
          }
        }
      }
    },
  ],
]);

function regexNative(apply: (text: string, expression: RegExp, flags: string) => readonly JqValue[]): JqNative {
  return function* (item, [patterns, flagFilter]) {
    for (const flags of valuesOf(flagFilter, item)) {
      for (const pattern of valuesOf(patterns, item)) {
        // `test(["re", "flags"])` passes both in one argument.
        const [given, own] = isArray(pattern) ? [pattern[0] ?? null, pattern[1] ?? flags] : [pattern, flags];
        for (const value of apply(subject(item), compile(given, own), typeof own === 'string' ? own : '')) yield made(value, item);
      }
    }
  };
}

function subject({ value }: JqItem): string {
  if (typeof value === 'string') return value;
  throw new JqError(`${described(value, toJson)} cannot be matched, as it is not a string`);
}

function compile(pattern: JqValue, flags: JqValue): RegExp {
  if (typeof pattern !== 'string') throw new JqError(`${described(pattern, toJson)} cannot be matched, as it is not a string`);
  if (flags !== null && typeof flags !== 'string') throw new JqError(`${described(flags, toJson)} is not a string`);
  const letters = flags ?? '';
  if (/[^gimnpslx]/.test(letters)) throw new JqError(`${letters} is not a valid modifier string`);
  // In Oniguruma, `s` is single line (`^` as `\A`) and `p` is both; here a dot matches a newline only under `p` and `s`.
  const isDotAll = /[sp]/.test(letters);
  const source = letters.includes('x') ? pattern.replace(/\\#|\\\s|#.*$|\s+/gm, (text) => (text.startsWith('\\') ? text : '')) : pattern;
  try {
    return new RegExp(translated(source), `gdu${letters.includes('i') ? 'i' : ''}${isDotAll ? 's' : ''}`);
  } catch {
    throw new JqError(`${pattern} (at offset 0) is not a valid regex`);
  }
}

/** Translates Oniguruma's own syntax: `\h`, `\A`, `\z`, POSIX classes, inline flags, needless escapes. */
function translated(source: string): string {
  return source
    .replace(/\\\\|\\h|\\H|\\A|\\z|\\Z|\\([-_@#%&=:;,"'<>~`! ])/g, (whole, plain?: string) => {
      if (plain !== undefined) return plain === '-' ? '\\x2d' : plain;
      return regexEscapes.get(whole) ?? whole;
    })
    .replace(/\[:(\^?)(\w+):\]/g, (whole, negation: string, name: string) => (negation === '' ? (POSIX_CLASSES.get(name) ?? whole) : whole))
    .replace(/\(\?<(\w+)>/g, '(?<$1>');
}

const regexEscapes = new Map([
  ['\\h', '[0-9a-fA-F]'],
  ['\\H', '[^0-9a-fA-F]'],
  ['\\A', '(?<![\\s\\S])'],
  ['\\z', '(?![\\s\\S])'],
  ['\\Z', '(?=\\n?(?![\\s\\S]))'],
]);

function matches(text: string, expression: RegExp, isGlobal: boolean): Match[] {
  const found: Match[] = [];
  for (const match of text.matchAll(expression)) {
    const names = groupNames(match);
    found.push({
      offset: match.index,
      text: match[0],
      captures: match.slice(1).map((group, index) => ({
        offset: match.indices?.[index + 1]?.[0] ?? -1,
        text: group ?? null,
        name: names[index] ?? null,
      })),
    });
    if (!isGlobal) break;
  }
  return found;
}

/** Returns the name of each group by its position in the text, since named and plain groups may be mixed. */
function groupNames(match: RegExpExecArray): (string | undefined)[] {
  const entries = Object.entries(match.indices?.groups ?? {});
  const left = [...entries];
  return match.slice(1).map((group, index) => {
    const place = match.indices?.[index + 1];
    const position = left.findIndex(([name, own]) => (match.groups?.[name] ?? undefined) === group && own?.[0] === place?.[0]);
    if (position === -1) return undefined;
    return left.splice(position, 1)[0]?.[0];
  });
}

function matchValue({ offset, text, captures }: Match, _index: number): JqValue {
  return new Map<string, JqValue>([
    ['offset', offset],
    ['length', [...text].length],
    ['string', text],
    [
      'captures',
      captures.map(
        (capture) =>
          new Map<string, JqValue>([
            ['offset', capture.offset],
            ['length', capture.text === null ? 0 : [...capture.text].length],
            ['string', capture.text],
            ['name', capture.name],
          ]),
      ),
    ],
  ]);
}

function captureObject({ captures }: Match): JqValue {
  return new Map(captures.flatMap(({ name, text }) => (name === null ? [] : [[name, text] as const])));
}

function pieces(text: string, expression: RegExp): JqValue {
  const result: string[] = [];
  let last = 0;
  for (const { offset, text: separator } of matches(text, expression, true)) {
    result.push(text.slice(last, offset));
    last = offset + separator.length;
  }
  result.push(text.slice(last));
  return result;
}

/** Yields every combination of replacements when the replacement gives several strings. */
function* replaced(
  text: string,
  found: readonly Match[],
  index: number,
  from: number,
  replace: (match: Match) => readonly JqValue[],
): Generator<string> {
  const match = found[index];
  if (match === undefined) {
    yield text.slice(from);
    return;
  }
  for (const replacement of replace(match)) {
    if (typeof replacement !== 'string') throw new JqError(`${described(replacement, toJson)} cannot be added to a string`);
    for (const rest of replaced(text, found, index + 1, match.offset + match.text.length, replace)) {
      yield text.slice(from, match.offset) + replacement + rest;
    }
  }
}
