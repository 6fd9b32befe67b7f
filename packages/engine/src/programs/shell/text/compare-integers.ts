const comparisons: Readonly<Record<string, (left: bigint, right: bigint) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** Compares with one of the six operators of arithmetic; any other operator returns false. */
export function compareIntegers(operator: string, left: bigint, right: bigint): boolean {
  return comparisons[operator]?.(left, right) === true;
}
