/** `==`, `!=`, `<`, `<=`, `>`; every other operator is `>=`. */
export function compareIntegers(operator: string, left: bigint, right: bigint): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}
