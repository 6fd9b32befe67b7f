import type { JqValue } from './jq-value.ts';
import { isArray, isObject, sortedKeys } from './jq-value.ts';

export class JqParseError extends Error {
  override readonly name = 'JqParseError';
}

/** Reads a sequence of JSON values from a text; objects keep the order of their keys. */
export class JsonReader {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The number of lines read so far, as counted in messages. */
  get line(): number {
    let line = 0;
    for (let at = this.#text.indexOf('\n'); at !== -1 && at <= this.#index; at = this.#text.indexOf('\n', at + 1)) line += 1;
    return line;
  }

  /** Returns the next value, or undefined at the end. */
  next(): JqValue | undefined {
    this.#skip();
    if (this.#index >= this.#text.length) return undefined;
    return this.#value(0);
  }

  #skip(): void {
    while (this.#index < this.#text.length && ' \t\r\n\ufeff'.includes(this.#text[this.#index] ?? '')) this.#index += 1;
  }

  #error(message: string): JqParseError {
    const before = this.#text.slice(0, this.#index + 1);
    const column = before.length - before.lastIndexOf('\n') - 1;
    return new JqParseError(`${message} at line ${before.split('\n').length}, column ${column}`);
  }

  #unfinished(): JqParseError {
    const lines = this.#text.split('\n');
    return new JqParseError(`Unfinished JSON term at EOF at line ${lines.length}, column ${lines.at(-1)?.length ?? 0}`);
  }

  #value(depth: number): JqValue {
    if (depth > 10_000) throw this.#error('Exceeds depth limit for parsing');
    this.#skip();
    const character = this.#text[this.#index];
    if (character === undefined) throw this.#unfinished();
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#array(depth);
    if (character === '"') return this.#string();
    return this.#word();
  }

  #word(): JqValue {
    const word = /[-+\w.]*/y;
    word.lastIndex = this.#index;
    const [text = ''] = word.exec(this.#text) ?? [];
    const known = new Map<string, JqValue>([
      ['null', null],
      ['true', true],
      ['false', false],
      ['nan', Number.NaN],
      ['NaN', Number.NaN],
    ]);
    const constant = known.get(text);
    if (constant === undefined && !/^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) {
      this.#index += Math.max(1, text.length);
      throw this.#error(/^[a-z]/i.test(text) ? 'Invalid literal' : 'Invalid numeric literal');
    }
    this.#index += text.length;
    if (constant !== undefined) return constant;
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
  }

  #string(): string {
    const start = this.#index;
    let index = start + 1;
    while (index < this.#text.length && this.#text[index] !== '"') index += this.#text[index] === '\\' ? 2 : 1;
    if (index >= this.#text.length) throw this.#unfinished();
    this.#index = index + 1;
    const source = this.#text.slice(start, this.#index);
    try {
      // A JSON string literal; control characters are accepted literally, as in jq.
      return String(
        JSON.parse(source.replace(/[\u0000-\u001f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)),
      );
    } catch {
      throw this.#error('Invalid escape');
    }
  }

  #array(depth: number): JqValue {
    this.#index += 1;
    const items: JqValue[] = [];
    this.#skip();
    if (this.#text[this.#index] === ']') {
      this.#index += 1;
      return items;
    }
    for (;;) {
      items.push(this.#value(depth + 1));
      if (this.#separator(']')) return items;
    }
  }

  #object(depth: number): JqValue {
    this.#index += 1;
    const entries = new Map<string, JqValue>();
    this.#skip();
    if (this.#text[this.#index] === '}') {
      this.#index += 1;
      return entries;
    }
    for (;;) {
      const key = this.#value(depth + 1);
      if (typeof key !== 'string') throw this.#error('Object keys must be strings');
      this.#skip();
      if (this.#index >= this.#text.length) throw this.#unfinished();
      if (this.#text[this.#index] !== ':') throw this.#error('Objects must consist of key:value pairs');
      this.#index += 1;
      entries.set(key, this.#value(depth + 1));
      if (this.#separator('}')) return entries;
    }
  }

  /** Returns true at the closing bracket. */
  #separator(close: ']' | '}'): boolean {
    this.#skip();
    const character = this.#text[this.#index];
    if (character === undefined) throw this.#unfinished();
    this.#index += 1;
    if (character === close) return true;
    if (character === ',') return false;
    this.#index -= 1;
    throw this.#error(close === ']' ? 'Expected separator between values' : 'Expected separator between values');
  }
}

export interface JsonLayout {
  /** `null` to write everything on one line. */
  indent: string | null;
  isSorted: boolean;
  isAscii: boolean;
  colors: JsonColors | null;
}

/** The escape sequences for each kind of value. */
export interface JsonColors {
  null: string;
  boolean: string;
  number: string;
  string: string;
  array: string;
  object: string;
  key: string;
}

export const compactLayout: JsonLayout = { indent: null, isSorted: false, isAscii: false, colors: null };

export function toJson(value: JqValue, layout: JsonLayout = compactLayout): string {
  return new JsonWriter(layout).write(value, '');
}

const RESET = '\x1b[0m';

class JsonWriter {
  readonly #layout: JsonLayout;

  constructor(layout: JsonLayout) {
    this.#layout = layout;
  }

  write(value: JqValue, margin: string): string {
    const { colors } = this.#layout;
    if (isArray(value)) return this.#list(value, margin);
    if (isObject(value)) return this.#object(value, margin);
    const text = typeof value === 'string' ? this.#string(value) : typeof value === 'number' ? numberText(value) : String(value);
    if (colors === null) return text;
    const color =
      value === null
        ? colors.null
        : typeof value === 'boolean'
          ? colors.boolean
          : typeof value === 'number'
            ? colors.number
            : colors.string;
    return `${color}${text}${RESET}`;
  }

  #list(items: readonly JqValue[], margin: string): string {
    return this.#wrap(
      '[',
      ']',
      items.map((item) => (inner: string) => this.write(item, inner)),
      margin,
      this.#layout.colors?.array ?? null,
    );
  }

  #object(object: ReadonlyMap<string, JqValue>, margin: string): string {
    const { colors, isSorted, indent } = this.#layout;
    const keys = isSorted ? sortedKeys(object) : [...object.keys()];
    const pieces = keys.map((key) => (inner: string) => {
      const colon = indent === null ? ':' : ': ';
      const value = this.write(object.get(key) ?? null, inner);
      if (colors === null) return `${this.#string(key)}${colon}${value}`;
      return `${RESET}${colors.key}${this.#string(key)}${RESET}${colors.object}${colon}${RESET}${value}`;
    });
    return this.#wrap('{', '}', pieces, margin, colors?.object ?? null);
  }

  #wrap(open: string, close: string, pieces: ((margin: string) => string)[], margin: string, color: string | null): string {
    const { indent } = this.#layout;
    const paint = (text: string) => (color === null ? text : `${color}${text}`);
    if (pieces.length === 0) return color === null ? open + close : `${paint(open + close)}${RESET}`;
    const inner = indent === null ? '' : margin + indent;
    const lineBreak = indent === null ? '' : `\n${inner}`;
    const body = pieces.map((piece) => lineBreak + piece(inner)).join(paint(','));
    const end = indent === null ? '' : `\n${margin}`;
    return color === null ? `${open}${body}${end}${close}` : `${paint(open)}${body}${color}${end}${paint(close)}${RESET}`;
  }

  #string(text: string): string {
    const quoted = JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('\x7f', '\\u007f');
    if (!this.#layout.isAscii) return quoted;
    return quoted.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
}

/** Formats a number as jq does: the shortest digits, with a two-digit exponent for long numbers. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return 'null';
  if (value === Number.POSITIVE_INFINITY) return numberText(Number.MAX_VALUE);
  if (value === Number.NEGATIVE_INFINITY) return numberText(-Number.MAX_VALUE);
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(exponentText) + 1;
  const sign = value < 0 ? '-' : '';
  if (value === 0) return '0';
  if (point <= -5 || point > digits.length + 15) {
    const exponent = Number(exponentText);
    const shown = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits.slice(0, 1)}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${exponent < 0 ? '-' : '+'}${shown}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
