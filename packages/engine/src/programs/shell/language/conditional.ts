import type { TestExpression, Word } from 'unbash';
import { escapeRegExp, patternRegExp } from '../text/glob-pattern.ts';
import { extendedToSource } from '../text/posix-pattern.ts';
import { quoteForShell } from '../text/quote-for-shell.ts';
import { resolveName } from '../text/resolve-path.ts';
import type { TestSurroundings } from '../text/test-operators.ts';
import { evaluateBinary, evaluateUnary } from '../text/test-operators.ts';
import { expandToFields, expandToPattern, expandToText } from './expand/expand-word.ts';
import { evaluateInShell } from './parameters.ts';
import { ExpansionError } from './state/control-flow.ts';
import type { Execution } from './state/execution.ts';
import { traceLine } from './trace.ts';

/** Thrown when the right side of `=~` is not a valid regular expression: `[[` then returns 2 without a message, as in bash. */
class InvalidExpressionError extends Error {
  override readonly name = 'InvalidExpressionError';
}

/** Evaluates `[[ … ]]` to an exit code. */
export async function conditionalCode(expression: TestExpression, execution: Execution): Promise<number> {
  try {
    return (await evaluateConditional(expression, execution)) ? 0 : 1;
  } catch (error) {
    if (error instanceof InvalidExpressionError) return 2;
    throw error;
  }
}

async function evaluateConditional(expression: TestExpression, execution: Execution): Promise<boolean> {
  switch (expression.type) {
    case 'TestGroup':
      return evaluateConditional(expression.expression, execution);
    case 'TestNot': {
      const result = await evaluateConditional(expression.operand, execution);
      return expression.negations.length % 2 === 1 ? !result : result;
    }
    case 'TestLogical':
      for (const operand of expression.operands) {
        const result = await evaluateConditional(operand, execution);
        if (result === (expression.operator === '||')) return result;
      }
      return expression.operator === '&&';
    case 'TestUnary': {
      const operand = await expandToText(expression.operand, execution);
      if (execution.state.options.xtrace) await traceLine(`[[ ${expression.operator} ${quoteForShell(operand)} ]]`, execution);
      return evaluateUnary(expression.operator, operand, shellSurroundings(execution));
    }
    case 'TestBinary':
      return evaluateBinaryWords(expression.operator, expression.left, expression.right, execution);
  }
}

async function evaluateBinaryWords(operator: string, left: Word, right: Word, execution: Execution): Promise<boolean> {
  const text = await expandToText(left, execution);
  if (execution.state.options.xtrace)
    await traceLine(`[[ ${quoteForShell(text)} ${operator} ${await expandToText(right, execution)} ]]`, execution);
  if (operator === '=~') return matchesExpression(text, right, execution);
  if (operator === '==' || operator === '=' || operator === '!=') {
    const isCaseInsensitive = execution.state.options.nocasematch;
    const isMatch = patternRegExp(await expandToPattern(right, execution), { isCaseInsensitive }).test(text);
    return operator === '!=' ? !isMatch : isMatch;
  }
  return evaluateBinary(operator, text, await expandToText(right, execution), shellSurroundings(execution));
}

async function matchesExpression(text: string, word: Word, execution: Execution): Promise<boolean> {
  const fields = await expandToFields(word, execution);
  const source = fields.map((field) => field.map((piece) => (piece.isQuoted ? escapeRegExp(piece.text) : piece.text)).join('')).join(' ');
  let match: RegExpExecArray | null;
  try {
    match = new RegExp(extendedToSource(source), execution.state.options.nocasematch ? 'isu' : 'su').exec(text);
  } catch {
    throw new InvalidExpressionError();
  }
  const items = new Map((match ?? []).map((group, index) => [index, group ?? '']));
  execution.state.variables.setValue('BASH_REMATCH', { type: 'indexed', items });
  return match !== null;
}

/** The files, variables and numbers that `[[ … ]]` can access. */
export function shellSurroundings(execution: Execution): TestSurroundings {
  const { state } = execution;
  return {
    status: (path, isFollowing) => {
      try {
        return execution.program.system.sync(isFollowing ? 'stat' : 'lstat', resolveName(state.cwd, path));
      } catch {
        return null;
      }
    },
    isTerminal: (number) => execution.files.get(number)?.isTerminal ?? false,
    isVariableSet: (name) => isVariableSet(name, execution),
    isOptionOn: (name) => Object.entries(state.options).some(([option, isOn]) => option === name && isOn),
    toNumber: (text) => {
      try {
        return evaluateInShell(state, text);
      } catch (error) {
        throw error instanceof ExpansionError ? new ExpansionError(`[[: ${error.message}`, false) : error;
      }
    },
  };
}

function isVariableSet(operand: string, execution: Execution): boolean {
  const element = /^(\w+)\[(.+)\]$/s.exec(operand);
  if (element === null) return execution.state.variables.text(operand) !== null;
  const value = execution.state.variables.find(element[1] ?? '')?.value;
  const index = element[2] ?? '';
  if (value?.type === 'associative') return value.items.has(index);
  return value?.type === 'indexed' && value.items.has(Number(evaluateInShell(execution.state, index)));
}
