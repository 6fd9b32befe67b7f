import { CommandError } from '../command.ts';

export type AwkToken =
  | { type: 'number'; value: number }
  | { type: 'string'; text: string }
  | { type: 'expression'; source: string }
  | { type: 'name'; name: string; isCall: boolean }
  | { type: 'keyword'; name: string }
  | { type: 'operator'; text: string }
  | { type: 'newline' };

const keywords = new Set([
  'BEGIN',
  'END',
  'function',
  'func',
  'if',
  'else',
  'while',
  'for',
  'do',
  'break',
  'continue',
  'next',
  'exit',
  'return',
  'delete',
  'in',
  'getline',
  'print',
  'printf',
]);

const OPERATOR = /^(?:\*\*=|\*\*|\+\+|--|\+=|-=|\*=|\/=|%=|\^=|==|<=|>=|!=|!~|>>|&&|\|\||[-+*/%^!<>~?:=,;(){}[\]$|&])/;

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
  ['"', '"'],
  ['/', '/'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

export function unescapeAwk(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_match, octal?: string, letter?: string) =>
    octal === undefined ? (escapes.get(letter ?? '') ?? `\\${letter}`) : String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

/** Splits a program into tokens. A slash divides after a value and starts a regular expression everywhere else. */
export function tokenizeAwk(source: string): AwkToken[] {
  const tokens: AwkToken[] = [];
  let index = 0;
  while (index < source.length) {
    const rest = source.slice(index);
    const blank = /^(?:[ \t\r]+|\\\n|#[^\n]*)/.exec(rest);
    if (blank !== null) {
      index += blank[0].length;
      continue;
    }
    const { token, length } = readToken(rest, tokens.at(-1));
    tokens.push(token);
    index += length;
  }
  return tokens;
}

function readToken(rest: string, previous: AwkToken | undefined): { token: AwkToken; length: number } {
  if (rest.startsWith('\n')) return { token: { type: 'newline' }, length: 1 };
  const text = /^"((?:\\[\s\S]|[^"\\\n])*)"/.exec(rest);
  if (text !== null) return { token: { type: 'string', text: unescapeAwk(text[1] ?? '') }, length: text[0].length };
  if (rest.startsWith('/') && !endsValue(previous)) {
    const expression = /^\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*)\//.exec(rest);
    if (expression === null) throw new CommandError(`unterminated regexp ${rest.slice(0, 20)}`, 2);
    return { token: { type: 'expression', source: (expression[1] ?? '').replaceAll('\\/', '/') }, length: expression[0].length };
  }
  const number = /^(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(rest);
  if (number !== null) return { token: { type: 'number', value: Number(number[0]) }, length: number[0].length };
  const name = /^[A-Za-z_]\w*/.exec(rest);
  if (name !== null) {
    const [word] = name;
    const token: AwkToken = keywords.has(word)
      ? { type: 'keyword', name: word }
      : { type: 'name', name: word, isCall: rest[word.length] === '(' };
    return { token, length: word.length };
  }
  const operator = OPERATOR.exec(rest);
  if (operator === null) throw new CommandError(`syntax error at source line 1 near ${rest.slice(0, 20)}`, 2);
  return {
    token: { type: 'operator', text: operator[0] === '**' ? '^' : operator[0] === '**=' ? '^=' : operator[0] },
    length: operator[0].length,
  };
}

function endsValue(token: AwkToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.type === 'operator') return [')', ']', '$', '++', '--'].includes(token.text);
  return token.type === 'number' || token.type === 'string' || token.type === 'name';
}
