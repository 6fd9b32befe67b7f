import type { BuiltinExports } from '../../node-host.ts';

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_CODE = 128;
/** The largest number in the algorithm, which uses 31 bits. */
const MOST = 2 ** 31 - 1;

const overflow = () => new RangeError('Overflow: input needs wider integers to process');

function adapt(delta: number, count: number, isFirst: boolean): number {
  let value = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  value += Math.floor(value / count);
  let k = 0;
  for (; value > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) value = Math.floor(value / (BASE - T_MIN));
  return Math.floor(k + ((BASE - T_MIN + 1) * value) / (value + SKEW));
}

const threshold = (k: number, bias: number): number => Math.min(T_MAX, Math.max(T_MIN, k - bias));
const digitText = (digit: number): string => String.fromCharCode(digit < 26 ? digit + 97 : digit + 22);

/** Encodes text as in RFC 3492. */
function encode(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const basic = codes.filter((code) => code < INITIAL_CODE);
  let output = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '');
  let next = INITIAL_CODE;
  let delta = 0;
  let bias = INITIAL_BIAS;
  for (let handled = basic.length; handled < codes.length; ) {
    const smallest = Math.min(...codes.filter((code) => code >= next));
    delta += (smallest - next) * (handled + 1);
    next = smallest;
    for (const code of codes) {
      if (code < next) delta++;
      if (code !== next) continue;
      let rest = delta;
      for (let k = BASE; ; k += BASE) {
        const limit = threshold(k, bias);
        if (rest < limit) break;
        output += digitText(limit + ((rest - limit) % (BASE - limit)));
        rest = Math.floor((rest - limit) / (BASE - limit));
      }
      output += digitText(rest);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    next++;
  }
  return output;
}

function digitValue(code: number): number {
  if (code >= 48 && code < 58) return code - 22;
  const lower = code | 32;
  return lower >= 97 && lower < 123 ? lower - 97 : BASE;
}

function decode(text: string): string {
  const dash = Math.max(0, text.lastIndexOf('-'));
  const output = Array.from(text.slice(0, dash), (character) => character.charCodeAt(0));
  if (output.some((code) => code >= INITIAL_CODE)) throw new RangeError('Illegal input >= 0x80 (not a basic code point)');
  let next = INITIAL_CODE;
  let index = 0;
  let bias = INITIAL_BIAS;
  for (let position = dash > 0 ? dash + 1 : 0; position < text.length; ) {
    const start = index;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitValue(text.charCodeAt(position++));
      if (!(digit < BASE)) throw new RangeError('Invalid input');
      index += digit * weight;
      const limit = threshold(k, bias);
      if (index > MOST) throw overflow();
      if (digit < limit) break;
      weight *= BASE - limit;
      if (weight > MOST) throw overflow();
    }
    const count = output.length + 1;
    bias = adapt(index - start, count, start === 0);
    next += Math.floor(index / count);
    if (next > MOST) throw overflow();
    index %= count;
    output.splice(index++, 0, next);
  }
  return String.fromCodePoint(...output);
}

function mapLabels(domain: string, convert: (label: string) => string): string {
  const [first = '', second] = domain.split('@');
  const labels = (second ?? first).split(/[.\u3002\uff0e\uff61]/);
  // Converts in reverse order, so that the error is for the last invalid label.
  const converted = labels.reverse().map(convert).reverse();
  return (second === undefined ? '' : `${first}@`) + converted.join('.');
}

export function createPunycodeModule(): BuiltinExports {
  return {
    version: '2.1.0',
    encode,
    decode,
    toASCII: (domain: string) => mapLabels(domain, (label) => (/[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label)),
    toUnicode: (domain: string) => mapLabels(domain, (label) => (label.startsWith('xn--') ? decode(label.slice(4).toLowerCase()) : label)),
    ucs2: {
      decode: (text: string) => Array.from(text, (character) => character.codePointAt(0)),
      encode: (codes: number[]) => String.fromCodePoint(...codes),
    },
  };
}
