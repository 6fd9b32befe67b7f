/** A decimal number as in bc: all digits as one integer, and the number of digits after the point. */
export interface BcNumber {
  digits: bigint;
  scale: number;
}

export const zero: BcNumber = { digits: 0n, scale: 0 };

export function parseBcNumber(text: string): BcNumber {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(`${whole}${fraction}` || '0'), scale: fraction.length };
}

export function rescaled({ digits, scale }: BcNumber, wanted: number): BcNumber {
  if (wanted >= scale) return { digits: digits * 10n ** BigInt(wanted - scale), scale: wanted };
  // bc truncates instead of rounding.
  return { digits: digits / 10n ** BigInt(scale - wanted), scale: wanted };
}

export function addNumbers(left: BcNumber, right: BcNumber): BcNumber {
  const scale = Math.max(left.scale, right.scale);
  return { digits: rescaled(left, scale).digits + rescaled(right, scale).digits, scale };
}

export function negate({ digits, scale }: BcNumber): BcNumber {
  return { digits: -digits, scale };
}

export function multiplyNumbers(left: BcNumber, right: BcNumber, scale: number): BcNumber {
  const product = { digits: left.digits * right.digits, scale: left.scale + right.scale };
  return rescaled(product, Math.min(product.scale, Math.max(scale, left.scale, right.scale)));
}

/** Returns null for division by zero. */
export function divideNumbers(left: BcNumber, right: BcNumber, scale: number): BcNumber | null {
  if (right.digits === 0n) return null;
  const raised = rescaled(left, Math.max(left.scale, scale + right.scale));
  return rescaled({ digits: raised.digits / right.digits, scale: raised.scale - right.scale }, scale);
}

export function remainderOf(left: BcNumber, right: BcNumber, scale: number): BcNumber | null {
  const quotient = divideNumbers(left, right, scale);
  if (quotient === null) return null;
  const width = Math.max(left.scale, scale + right.scale);
  const product = { digits: quotient.digits * right.digits, scale: quotient.scale + right.scale };
  return rescaled(addNumbers(rescaled(left, width), negate(rescaled(product, width))), width);
}

export function powerOf(base: BcNumber, exponent: BcNumber, scale: number): BcNumber | null {
  const times = rescaled(exponent, 0).digits;
  const size = times < 0n ? -times : times;
  if (size > 100_000n) return null;
  const raised = { digits: base.digits ** size, scale: base.scale * Number(size) };
  if (times < 0n) return divideNumbers({ digits: 1n, scale: 0 }, raised, scale);
  return rescaled(raised, Math.min(raised.scale, Math.max(scale, base.scale)));
}

/** Returns null for a negative number. */
export function squareRoot({ digits, scale }: BcNumber, wanted: number): BcNumber | null {
  if (digits < 0n) return null;
  const width = Math.max(wanted, scale);
  const target = rescaled({ digits, scale }, width * 2).digits;
  if (target === 0n) return { digits: 0n, scale: 0 };
  let guess = 1n << BigInt(Math.ceil(target.toString(2).length / 2));
  for (;;) {
    const next = (guess + target / guess) >> 1n;
    if (next >= guess) return { digits: guess, scale: width };
    guess = next;
  }
}

export function compareNumbers(left: BcNumber, right: BcNumber): number {
  const { digits } = addNumbers(left, negate(right));
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** Formats a number without a zero before the point: `.5`, `-3.25`. */
export function bcText({ digits, scale }: BcNumber, base = 10): string {
  if (base !== 10) return (digits / 10n ** BigInt(scale)).toString(base).toUpperCase();
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale).replace(/^0+/, '');
  const fraction = text.slice(text.length - scale);
  if (digits === 0n) return '0';
  return sign + whole + (scale > 0 ? `.${fraction}` : whole === '' ? '0' : '');
}

export function fromDouble(value: number, scale: number): BcNumber {
  return rescaled(parseSigned(value.toFixed(Math.min(100, scale + 2))), scale);
}

function parseSigned(text: string): BcNumber {
  const number = parseBcNumber(text.replace('-', ''));
  return text.startsWith('-') ? negate(number) : number;
}
