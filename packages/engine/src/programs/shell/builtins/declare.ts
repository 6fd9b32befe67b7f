import { errorMessage } from '../../../text/error-message.ts';
import { ARRAY_MARK, assignText } from '../language/assignment.ts';
import { arraySource, attributeLetters } from '../language/expand/parameter-operations.ts';
import { assignElement } from '../language/parameters.ts';
import { functionSource } from '../language/state/function-source.ts';
import type { Variable } from '../language/state/variables.ts';
import { ReadonlyVariableError } from '../language/state/variables.ts';
import { doubleQuoted } from '../text/quote-for-shell.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

interface Declaration {
  name: string;
  index: string | null;
  isAppending: boolean;
  /** `null` when there is no `=`. */
  text: string | null;
}

/** Implements `export`, `local`, `readonly`, `declare` and `typeset`: one builtin with different defaults. */
export const declare: Builtin = async (context) => {
  const { name, args, execution } = context;
  const letters = new Set<string>();
  const removed = new Set<string>();
  let index = 0;
  for (; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') {
      index += 1;
      break;
    }
    if (!/^[-+][A-Za-z]+$/.test(argument)) break;
    for (const letter of argument.slice(1)) (argument.startsWith('-') ? letters : removed).add(letter);
  }
  if (name === 'local' && execution.state.functionNames.length === 0) {
    await context.complain('can only be used in a function');
    return 1;
  }
  const operands = args.slice(index);
  if (name === 'export' && letters.has('f')) return exportFunctions(operands, letters.has('n'), context);
  if (letters.has('F') || letters.has('f')) return listFunctions(operands, letters.has('F'), context);
  if (operands.length === 0) return listVariables(letters, context);
  if (letters.has('p') && name !== 'export' && name !== 'readonly') return printVariables(operands, context);
  let exitCode = 0;
  for (const operand of operands) {
    const declaration = parseDeclaration(operand);
    if (declaration === null) {
      await context.complain(`\`${operand}': not a valid identifier`);
      exitCode = 1;
    } else {
      try {
        apply(declaration, letters, removed, context);
      } catch (error) {
        if (!(error instanceof ReadonlyVariableError)) throw error;
        await context.complain(error.message);
        exitCode = 1;
      }
    }
  }
  return exitCode;
};

function parseDeclaration(operand: string): Declaration | null {
  const match = /^([A-Za-z_]\w*)(?:\[(.*?)\])?(\+?)(?:=([\s\S]*))?$/.exec(operand);
  if (match === null) return null;
  return { name: match[1] ?? '', index: match[2] ?? null, isAppending: match[3] === '+', text: match[4] ?? null };
}

function apply(
  declaration: Declaration,
  letters: ReadonlySet<string>,
  removed: ReadonlySet<string>,
  { name, execution }: BuiltinContext,
): void {
  const { variables, functionNames } = execution.state;
  const isLocal = name === 'local' || ((name === 'declare' || name === 'typeset') && functionNames.length > 0 && !letters.has('g'));
  if (letters.has('n') && name !== 'export') {
    const reference = isLocal ? variables.declareLocal(declaration.name) : variables.ownWritable(declaration.name);
    reference.isReference = true;
    if (declaration.text !== null) reference.value = { type: 'text', text: declaration.text };
    return;
  }
  if (removed.has('n')) variables.ownWritable(declaration.name).isReference = false;
  if (isLocal && variables.find(declaration.name)?.isReadonly === true && variables.isGlobal(declaration.name)) {
    throw new ReadonlyVariableError(declaration.name);
  }
  const variable = isLocal ? variables.declareLocal(declaration.name) : variables.writable(declaration.name);
  if (letters.has('A') && variable.value === null) variable.value = { type: 'associative', items: new Map() };
  if (letters.has('a') && variable.value === null) variable.value = { type: 'indexed', items: new Map() };
  if (letters.has('i')) variable.isInteger = true;
  if (letters.has('u')) variable.letterCase = 'upper';
  if (letters.has('l')) variable.letterCase = 'lower';
  if (declaration.text !== null) assign(declaration, declaration.text, variable, execution);
  if (name === 'export') variable.isExported = !letters.has('n');
  if (letters.has('x')) variable.isExported = true;
  if (removed.has('x')) variable.isExported = false;
  if (name === 'readonly' || letters.has('r')) variable.isReadonly = true;
}

function assign(declaration: Declaration, text: string, variable: Variable, execution: BuiltinContext['execution']): void {
  if (text.startsWith(ARRAY_MARK)) {
    // This JSON was written by `assignmentArgument`.
    const entries = JSON.parse(text.slice(ARRAY_MARK.length)) as [string | number, string][];
    variable.value =
      variable.value?.type === 'associative' || entries.some(([key]) => typeof key === 'string')
        ? { type: 'associative', items: new Map(entries.map(([key, value]) => [String(key), value])) }
        : { type: 'indexed', items: new Map(entries.map(([key, value]) => [Number(key), value])) };
    return;
  }
  if (declaration.index !== null) assignElement(execution.state, declaration.name, declaration.index, text);
  else assignText(declaration.name, text, declaration.isAppending, execution);
}

async function listVariables(letters: ReadonlySet<string>, context: BuiltinContext): Promise<number> {
  const { name, execution, stdout } = context;
  for (const variableName of execution.state.variables.names()) {
    const variable = execution.state.variables.find(variableName);
    if (variable === null || (name === 'export' && !variable.isExported) || (name === 'readonly' && !variable.isReadonly)) continue;
    if ((letters.has('x') && !variable.isExported) || (letters.has('a') && variable.value?.type !== 'indexed')) continue;
    await stdout.writeLine(declarationText(variableName, variable));
  }
  return 0;
}

async function printVariables(names: readonly string[], { execution, stdout, complain }: BuiltinContext): Promise<number> {
  let exitCode = 0;
  for (const name of names) {
    const variable = execution.state.variables.own(name);
    if (variable === null) {
      await complain(`${name}: not found`);
      exitCode = 1;
    } else await stdout.writeLine(declarationText(name, variable));
  }
  return exitCode;
}

function declarationText(name: string, variable: Variable): string {
  const { value } = variable;
  const letters = attributeLetters(variable);
  const head = `declare -${letters === '' ? '-' : letters} ${name}`;
  if (value === null) return head;
  return `${head}=${value.type === 'text' ? doubleQuoted(value.text) : arraySource(value)}`;
}

/** Implements `export -f`: shells started by this one also get the function. */
async function exportFunctions(names: readonly string[], isRemoved: boolean, { execution, complain }: BuiltinContext): Promise<number> {
  const { functions, exportedFunctions } = execution.state;
  let exitCode = 0;
  for (const name of names) {
    if (isRemoved) exportedFunctions.delete(name);
    else if (functions.has(name)) exportedFunctions.add(name);
    else {
      await complain(`${name}: not a function`);
      exitCode = 1;
    }
  }
  return exitCode;
}

async function listFunctions(names: readonly string[], isNameOnly: boolean, { execution, stdout }: BuiltinContext): Promise<number> {
  const { functions } = execution.state;
  const wanted = names.length === 0 ? [...functions.keys()].sort() : names;
  let exitCode = 0;
  for (const name of wanted) {
    const definition = functions.get(name);
    if (definition === undefined) exitCode = 1;
    else if (isNameOnly) await stdout.writeLine(names.length === 0 ? `declare -f ${name}` : name);
    else await stdout.writeLine(functionSource(name, definition));
  }
  return exitCode;
}

export const unset: Builtin = async ({ args, execution, complain }) => {
  const { state } = execution;
  const isFunction = args[0] === '-f';
  if (args[0] === '-n') {
    for (const name of args.slice(1)) state.variables.unsetOwn(name);
    return 0;
  }
  let exitCode = 0;
  for (const operand of args.filter((argument) => argument !== '-f' && argument !== '-v')) {
    const element = /^([A-Za-z_]\w*)\[(.+)\]$/s.exec(operand);
    try {
      if (element !== null) unsetElement(element[1] ?? '', element[2] ?? '', execution);
      else if (isFunction || (state.variables.find(operand) === null && state.functions.has(operand))) state.functions.delete(operand);
      else state.variables.unset(operand);
    } catch (error) {
      await complain(errorMessage(error));
      exitCode = 1;
    }
  }
  return exitCode;
};

function unsetElement(name: string, index: string, execution: BuiltinContext['execution']): void {
  const value = execution.state.variables.find(name)?.value;
  if (value?.type === 'associative') value.items.delete(index);
  else if (value?.type === 'indexed') {
    const last = Math.max(-1, ...value.items.keys());
    const number = Number(index);
    value.items.delete(number < 0 ? last + 1 + number : number);
  }
}
