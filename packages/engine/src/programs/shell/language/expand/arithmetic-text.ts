import type { ArithmeticExpression } from 'unbash';

/** Prints a clause of `for ((…))` as source, so that the one arithmetic evaluator can run it. */
export function arithmeticText(expression: ArithmeticExpression): string {
  switch (expression.type) {
    case 'ArithmeticBinary':
      return `${arithmeticText(expression.left)} ${expression.operator} ${arithmeticText(expression.right)}`;
    case 'ArithmeticUnary': {
      const operand = arithmeticText(expression.operand);
      return expression.prefix ? `${expression.operator} ${operand}` : `${operand} ${expression.operator}`;
    }
    case 'ArithmeticTernary':
      return `${arithmeticText(expression.test)} ? ${arithmeticText(expression.consequent)} : ${arithmeticText(expression.alternate)}`;
    case 'ArithmeticGroup':
      return `(${arithmeticText(expression.expression)})`;
    case 'ArithmeticWord':
      return expression.value;
    case 'ArithmeticCommandExpansion':
      return expression.text;
  }
}
