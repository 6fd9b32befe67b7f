const comparisons: Readonly<Record<string, (left: bigint, right: bigint) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** The operators of arithmetic: any but these six compares nothing. */
export function compareIntegers(operator: string, left: bigint, right: bigint): boolean {
  return comparisons[operator]?.(left, right) === true;
}
