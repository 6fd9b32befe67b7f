import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { argumentEscapes, formatEscapes } from './escapes.ts';
import { LocalTimes } from './local-times.ts';
import { quoteForShell } from './quote-for-shell.ts';

const DIRECTIVE = /%(?:(%)|([-+ #0]*)(\*|\d+)?(?:\.(\*|-?\d*))?(?:[hlLqjzt]*)([diouxXfFeEgGaAcsbqT])|\(([^)]*)\)T)/g;

/** Implements the shell's `printf`: the format is reused until no argument is left. Times are in the zone of the variable `TZ`. */
export function formatPrintf(
  format: string,
  values: readonly string[],
  env: ReadonlyMap<string, string> = new Map(),
): { bytes: Uint8Array; problems: string[] } {
  const formatter = new PrintfFormatter(values, env);
  do formatter.pass(format);
  while (formatter.hasMore);
  return { bytes: formatter.bytes(), problems: formatter.problems };
}

class PrintfFormatter {
  readonly problems: string[] = [];
  readonly #values: readonly string[];
  readonly #env: ReadonlyMap<string, string>;
  readonly #chunks: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  #index = 0;
  #isStopped = false;
  #usedInPass = 0;

  constructor(values: readonly string[], env: ReadonlyMap<string, string>) {
    this.#values = values;
    this.#env = env;
  }

  get hasMore(): boolean {
    return !this.#isStopped && this.#usedInPass > 0 && this.#index < this.#values.length;
  }

  bytes(): Uint8Array {
    return joinBytes(this.#chunks);
  }

  pass(format: string): void {
    this.#usedInPass = 0;
    let last = 0;
    for (const match of format.matchAll(DIRECTIVE)) {
      this.#plain(format.slice(last, match.index));
      if (this.#isStopped) return;
      last = match.index + match[0].length;
      this.#directive(match);
      if (this.#isStopped) return;
    }
    this.#plain(format.slice(last));
  }

  /** Adds the text between directives; a percent sign in it does not start a directive. */
  #plain(text: string): void {
    const stray = text.indexOf('%');
    this.#chunks.push(formatEscapes(stray === -1 ? text : text.slice(0, stray)));
    if (stray === -1) return;
    const letter = text[stray + 1];
    this.problems.push(letter === undefined ? "`%': missing format character" : `\`${letter}': invalid format character`);
    this.#isStopped = true;
  }

  #next(): string | null {
    this.#usedInPass += 1;
    const value = this.#values[this.#index];
    if (value === undefined) return null;
    this.#index += 1;
    return value;
  }

  #directive(match: RegExpExecArray): void {
    const [, percent, flags = '', widthText, precisionText, conversion = 'T', timeFormat] = match;
    if (percent !== undefined) {
      this.#add('%');
      return;
    }
    const width = this.#size(widthText);
    const precision = precisionText === '' ? 0 : this.#size(precisionText);
    const layout = width !== null && width < 0 ? { flags: `${flags}-`, width: -width } : { flags, width: width ?? 0 };
    const value = this.#next();
    if (conversion === 'b') {
      const { bytes, isStopped } = argumentEscapes(value ?? '');
      this.#isStopped = isStopped;
      this.#chunks.push(bytes);
    } else if (conversion === 'T') this.#add(this.#time(timeFormat === undefined || timeFormat === '' ? '%X' : timeFormat, value));
    else this.#add(pad(this.#convert(conversion, value, layout.flags, precision), conversion, layout.flags, layout.width, precision));
  }

  #time(format: string, value: string | null): string {
    const seconds = value === null || value === '-1' || value === '-2' ? Date.now() / 1000 : Number(value);
    return new LocalTimes(this.#env).format(seconds * 1000, format);
  }

  #size(text: string | undefined): number | null {
    if (text === undefined) return null;
    return text === '*' ? Number(this.#next() ?? '0') : Number(text);
  }

  #add(text: string): void {
    this.#chunks.push(this.#encoder.encode(text));
  }

  #convert(conversion: string, value: string | null, flags: string, precision: number | null): string {
    switch (conversion) {
      case 's':
        return precision === null ? (value ?? '') : [...(value ?? '')].slice(0, precision).join('');
      case 'c':
        return [...(value ?? '')][0] ?? '';
      case 'q':
        return quoteWord(value ?? '');
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        return formatInteger(this.#integer(value), conversion, flags, precision);
      default:
        return formatFloat(this.#float(value), conversion, flags, precision);
    }
  }

  #integer(value: string | null): bigint {
    const text = (value ?? '').trim();
    if (text === '') return 0n;
    if (/^['"]/.test(text)) return BigInt(text.codePointAt(1) ?? 0);
    const [whole = '', sign = '', digits = ''] = /^([-+]?)(0[xX][\dA-Fa-f]+|0[0-7]*|[1-9]\d*)/.exec(text) ?? [];
    if (whole.length !== text.length) this.problems.push(`${value}: invalid ${/^0\d/.test(text) && whole !== '' ? 'octal ' : ''}number`);
    if (digits === '') return 0n;
    const magnitude = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
    return sign === '-' ? -magnitude : magnitude;
  }

  #float(value: string | null): number {
    const text = (value ?? '').trim();
    if (text === '') return 0;
    if (/^['"]/.test(text)) return text.codePointAt(1) ?? 0;
    const [whole = ''] = /^[-+]?(?:inf(?:inity)?|nan|0[xX][\dA-Fa-f]+|\d*\.?\d*(?:[eE][-+]?\d+)?)/i.exec(text) ?? [];
    if (whole.length !== text.length) this.problems.push(`${value}: invalid number`);
    if (/inf/i.test(whole)) return whole.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return Number(whole);
  }
}

function formatInteger(value: bigint, conversion: string, flags: string, precision: number | null): string {
  const isUnsigned = 'ouxX'.includes(conversion);
  const whole = isUnsigned ? BigInt.asUintN(64, value) : value;
  const radix = conversion === 'o' ? 8 : conversion.toLowerCase() === 'x' ? 16 : 10;
  let digits = (whole < 0n ? -whole : whole).toString(radix);
  if (conversion === 'X') digits = digits.toUpperCase();
  if (precision !== null) digits = digits.padStart(precision, '0');
  if (flags.includes('#') && whole !== 0n) digits = (conversion === 'o' ? '0' : radix === 16 ? `0${conversion}` : '') + digits;
  if (whole < 0n) return `-${digits}`;
  return isUnsigned ? digits : signPrefix(flags) + digits;
}

function signPrefix(flags: string): string {
  return flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

/** Formats a number as C's `%f`, `%e` and `%g`. */
export function formatFloat(value: number, conversion: string, flags: string, precision: number | null): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : `${signPrefix(flags)}inf`;
  const lower = conversion.toLowerCase();
  const magnitude = Math.abs(value);
  const digits = precision ?? 6;
  let text: string;
  if (lower === 'f') text = magnitude.toFixed(Math.min(digits, 100));
  else if (lower === 'e') text = exponential(magnitude, digits);
  else text = general(magnitude, digits, flags.includes('#'));
  if (conversion !== lower) text = text.toUpperCase();
  const isNegative = value < 0 || Object.is(value, -0);
  return (isNegative ? '-' : signPrefix(flags)) + text;
}

function exponential(magnitude: number, digits: number): string {
  return magnitude.toExponential(Math.min(digits, 100)).replace(/e([-+])(\d)$/, 'e$10$2');
}

function general(magnitude: number, digits: number, isKeepingZeros: boolean): string {
  const significant = digits === 0 ? 1 : digits;
  const exponent = magnitude === 0 ? 0 : Number(magnitude.toExponential(Math.min(significant - 1, 100)).split('e')[1]);
  const isPlain = exponent >= -4 && exponent < significant;
  const text = isPlain
    ? magnitude.toFixed(Math.min(Math.max(significant - 1 - exponent, 0), 100))
    : exponential(magnitude, significant - 1);
  if (isKeepingZeros || !text.includes('.')) return text;
  return text.replace(/\.?0+(?=e|$)/, '');
}

export function pad(text: string, conversion: string, flags: string, width: number, precision: number | null): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  const isZero = flags.includes('0') && !'scbq'.includes(conversion) && (precision === null || 'fFeEgG'.includes(conversion));
  if (!isZero) return ' '.repeat(missing) + text;
  const [, sign = '', digits = ''] = /^([-+ ]?(?:0[xX])?)([\s\S]*)$/.exec(text) ?? [];
  return sign + '0'.repeat(missing) + digits;
}

function quoteWord(text: string): string {
  if (text === '') return "''";
  if (/[\x00-\x1f\x7f]/.test(text)) return quoteForShell(text);
  return text.replace(/[^\w@%+=:,./\u0080-\u{10ffff}-]/gu, '\\$&');
}
