import { toJson } from '../jq-json.ts';
import type { JqValue } from '../jq-value.ts';
import { described, JqError } from '../jq-value.ts';
import type { JqFunction } from './jq-function.ts';

function unary(apply: (value: number) => JqValue): JqFunction {
  return (value) => apply(number(value));
}

function binary(apply: (left: number, right: number) => JqValue): JqFunction {
  return (_input, left = null, right = null) => apply(number(left), number(right));
}

function number(value: JqValue): number {
  if (typeof value === 'number') return value;
  throw new JqError(`${described(value, toJson)} number required`);
}

/** Rounds half to even, like the C library's `rint` and `nearbyint`. */
function toEven(value: number): number {
  const floor = Math.floor(value);
  const difference = value - floor;
  if (difference !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function roundAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

export const mathFunctions: [string, JqFunction][] = [
  ['floor/0', unary(Math.floor)],
  ['ceil/0', unary(Math.ceil)],
  ['round/0', unary(roundAway)],
  ['trunc/0', unary(Math.trunc)],
  ['rint/0', unary(toEven)],
  ['nearbyint/0', unary(toEven)],
  ['fabs/0', unary(Math.abs)],
  ['sqrt/0', unary(Math.sqrt)],
  ['cbrt/0', unary(Math.cbrt)],
  ['exp/0', unary(Math.exp)],
  ['exp2/0', unary((value) => 2 ** value)],
  ['exp10/0', unary((value) => 10 ** value)],
  ['expm1/0', unary(Math.expm1)],
  ['log/0', unary(Math.log)],
  ['log2/0', unary(Math.log2)],
  ['log10/0', unary(Math.log10)],
  ['log1p/0', unary(Math.log1p)],
  ['sin/0', unary(Math.sin)],
  ['cos/0', unary(Math.cos)],
  ['tan/0', unary(Math.tan)],
  ['asin/0', unary(Math.asin)],
  ['acos/0', unary(Math.acos)],
  ['atan/0', unary(Math.atan)],
  ['sinh/0', unary(Math.sinh)],
  ['cosh/0', unary(Math.cosh)],
  ['tanh/0', unary(Math.tanh)],
  ['pow/2', binary((base, exponent) => base ** exponent)],
  ['atan2/2', binary(Math.atan2)],
  ['fmod/2', binary((left, right) => left % right)],
  ['fmin/2', binary(Math.min)],
  ['fmax/2', binary(Math.max)],
  ['ldexp/2', binary((value, exponent) => value * 2 ** exponent)],
  ['infinite/0', () => Number.POSITIVE_INFINITY],
  ['nan/0', () => Number.NaN],
  ['isinfinite/0', unary((value) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)],
  ['isnan/0', unary(Number.isNaN)],
  ['isnormal/0', unary((value) => Number.isFinite(value) && Math.abs(value) >= 2.2250738585072014e-308)],
];
