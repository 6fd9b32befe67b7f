import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const tr: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    flags: 'cCdst',
    long: { complement: 'c', delete: 'd', 'squeeze-repeats': 's', 'truncate-set1': 't' },
    isStopping: true,
  });
  const [firstText, secondText] = operands;
  if (firstText === undefined) throw new CommandError("missing operand\nTry 'tr --help' for more information.");
  const isDeleting = flags.has('d');
  if (secondText === undefined && !isDeleting && !flags.has('s')) {
    throw new CommandError(
      `missing operand after '${firstText}'\nTwo strings must be given when translating.\nTry 'tr --help' for more information.`,
    );
  }
  const first = expandSet(firstText, 0);
  const second = secondText === undefined ? null : expandSet(secondText, first.length);
  const isComplement = flags.has('c') || flags.has('C');
  const members = new Set(first);
  const has = (character: string) => members.has(character) !== isComplement;
  const table = new Map<string, string>();
  if (second !== null && !isDeleting && !isComplement) {
    const limit = flags.has('t') ? Math.min(first.length, second.length) : first.length;
    for (const [index, character] of first.slice(0, limit).entries()) table.set(character, second[index] ?? second.at(-1) ?? character);
  }
  const translate = (character: string) => {
    if (isDeleting || second === null) return character;
    if (isComplement) return has(character) ? (second.at(-1) ?? character) : character;
    return table.get(character) ?? character;
  };
  const squeezed = !flags.has('s') ? null : new Set(second ?? []);
  const isSqueezed = (character: string) => squeezed !== null && (second === null ? has(character) : squeezed.has(character));
  const decoder = new TextDecoder();
  let last = '';
  for (;;) {
    const bytes = await context.stdin.read();
    let output = '';
    for (const character of decoder.decode(bytes, { stream: bytes.length > 0 })) {
      if (isDeleting && has(character)) continue;
      const replaced = translate(character);
      if (replaced === last && isSqueezed(replaced)) continue;
      last = replaced;
      output += replaced;
    }
    await context.stdout.write(output);
    if (bytes.length === 0) return 0;
  }
};

const classes = new Map<string, (code: number) => boolean>([
  ['upper', (code) => code >= 65 && code <= 90],
  ['lower', (code) => code >= 97 && code <= 122],
  ['alpha', (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)],
  ['digit', (code) => code >= 48 && code <= 57],
  ['alnum', (code) => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)],
  ['space', (code) => code === 32 || (code >= 9 && code <= 13)],
  ['blank', (code) => code === 32 || code === 9],
  ['punct', (code) => code > 32 && code < 127 && !/[0-9A-Za-z]/.test(String.fromCharCode(code))],
  ['cntrl', (code) => code < 32 || code === 127],
  ['print', (code) => code >= 32 && code < 127],
  ['graph', (code) => code > 32 && code < 127],
  ['xdigit', (code) => /[0-9A-Fa-f]/.test(String.fromCharCode(code))],
]);

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** Expands `a-z`, `[:class:]`, `[x*n]` and escapes to a list of characters. */
function expandSet(text: string, fillLength: number): string[] {
  const result: string[] = [];
  let index = 0;
  while (index < text.length) {
    const rest = text.slice(index);
    const named = /^\[:(\w+):\]/.exec(rest);
    const repeated = /^\[(\\?[\s\S])\*(\d*)\]/.exec(rest);
    if (named !== null) {
      const test = classes.get(named[1] ?? '');
      if (test === undefined) throw new CommandError(`invalid character class '${named[1]}'`);
      for (let code = 0; code < 128; code += 1) if (test(code)) result.push(String.fromCharCode(code));
      index += named[0].length;
    } else if (repeated !== null) {
      const count = repeated[2] === '' || repeated[2] === undefined ? Math.max(0, fillLength - result.length) : Number(repeated[2]);
      for (let left = count; left > 0; left -= 1) result.push(readCharacter(repeated[1] ?? '', 0).character);
      index += repeated[0].length;
    } else {
      const { character, length } = readCharacter(text, index);
      index += length;
      if (text[index] !== '-' || index + 1 >= text.length) {
        result.push(character);
        continue;
      }
      const end = readCharacter(text, index + 1);
      index += 1 + end.length;
      const [from, to] = [character.codePointAt(0) ?? 0, end.character.codePointAt(0) ?? 0];
      if (to < from) throw new CommandError(`range-endpoints of '${character}-${end.character}' are in reverse collating sequence order`);
      for (let code = from; code <= to; code += 1) result.push(String.fromCodePoint(code));
    }
  }
  return result;
}

function readCharacter(text: string, index: number): { character: string; length: number } {
  const octal = /^\\([0-7]{1,3})/.exec(text.slice(index));
  if (octal !== null) return { character: String.fromCharCode(Number.parseInt(octal[1] ?? '0', 8)), length: octal[0].length };
  if (text[index] === '\\' && index + 1 < text.length) {
    const letter = text[index + 1] ?? '';
    return { character: escapes.get(letter) ?? letter, length: 2 };
  }
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  return { character, length: character.length };
}
