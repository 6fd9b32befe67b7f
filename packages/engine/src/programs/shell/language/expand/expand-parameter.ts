import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word } from 'unbash';
import type { ParameterValue } from '../parameters.ts';
import { assignElement, elementValue, listSeparator, parameterValue } from '../parameters.ts';
import { ExpansionError } from '../state/control-flow.ts';
import type { Execution } from '../state/execution.ts';
import { arrayEntries } from '../state/variables.ts';
import type { Field } from './field-builder.ts';
import { caseModified, describedVariable, patternRemoved, patternReplaced, transformed } from './parameter-operations.ts';
import type { PartContext, WordExpander } from './part-context.ts';
import { addText } from './part-context.ts';

/** Expands `$name`. */
export async function expandSimple(part: SimpleExpansionPart, context: PartContext): Promise<void> {
  const name = part.text.slice(1);
  if (name === '') {
    addText('$', context);
    return;
  }
  const value = parameterValue(context.execution, name);
  refuseUnset(value, name, context.execution);
  addValue(value, context);
}

/** Expands every form of `${…}`. */
export async function expandParameter(part: ParameterExpansionPart, context: PartContext): Promise<void> {
  const { execution } = context;
  const { operation } = part;
  if (operation?.type === 'Unknown' || !isParameterName(part.parameter)) throw new ExpansionError(`${part.text}: bad substitution`, true);
  if (operation?.type === 'Names') {
    const names = execution.state.variables.names().filter((name) => name.startsWith(part.parameter));
    addValue({ type: 'list', items: names, isStar: operation.operator === '*' }, context);
    return;
  }
  const target = await resolveTarget(part, context);
  if (part.prefix === '!' && target.type === 'keys') {
    addValue({ type: 'list', items: target.keys, isStar: target.isStar }, context);
    return;
  }
  if (target.type === 'keys') return;
  if (part.prefix === '#') {
    addText(lengthOf(target.value, part.parameter, execution), context);
    return;
  }
  if (operation?.type === 'Default') return applyDefault(operation, target, context);
  refuseUnset(target.value, part.parameter, execution);
  addValue(operation === undefined ? target.value : await operated(target.value, target.name, operation, context), context);
}

type Target =
  | { type: 'value'; name: string; index: string | null; value: ParameterValue }
  | { type: 'keys'; keys: string[]; isStar: boolean };

async function resolveTarget(part: ParameterExpansionPart, context: PartContext): Promise<Target> {
  const { execution } = context;
  const index = part.index === undefined ? null : await indexText(part.parameter, part.index, context);
  if (part.prefix !== '!') return valueTarget(part.parameter, index, execution);
  const referenced = index === null ? execution.state.variables.referencedName(part.parameter) : null;
  if (referenced !== null) return { type: 'value', name: part.parameter, index, value: { type: 'text', text: referenced } };
  if (index === '@' || index === '*') {
    const entries = arrayEntries(execution.state.variables.find(part.parameter)?.value ?? null);
    return { type: 'keys', keys: entries.map(([key]) => key), isStar: index === '*' };
  }
  const pointer = index === null ? parameterValue(execution, part.parameter) : elementValue(execution, part.parameter, index);
  if (pointer.type !== 'text' || pointer.text === '') {
    throw new ExpansionError(`${part.parameter}: invalid indirect expansion`, true);
  }
  const pointed = /^([A-Za-z_]\w*)\[(.*)\]$/s.exec(pointer.text);
  return pointed === null ? valueTarget(pointer.text, null, execution) : valueTarget(pointed[1] ?? '', pointed[2] ?? '', execution);
}

function valueTarget(name: string, index: string | null, execution: Execution): Target {
  const value = index === null ? parameterValue(execution, name) : elementValue(execution, name, index);
  return { type: 'value', name, index, value };
}

/** Keys of associative arrays are text; every other index is arithmetic, whose `$…` are expanded here. */
async function indexText(name: string, index: Word, { execution, expander }: PartContext): Promise<string> {
  if (index.text === '@' || index.text === '*') return index.text;
  if (execution.state.variables.find(name)?.value?.type === 'associative') return expander.toText(index, execution);
  return expander.arithmeticText(index.text, execution);
}

async function applyDefault(
  operation: Extract<ParameterOperation, { type: 'Default' }>,
  target: Extract<Target, { type: 'value' }>,
  context: PartContext,
): Promise<void> {
  const { value } = target;
  const isMissing = value.type === 'unset' || (operation.operator.startsWith(':') ? isEmpty(value) : isEmptyList(value));
  const operator = operation.operator.at(-1);
  if (operator === '+') {
    if (!isMissing) await context.expander.addOperand(operation.operand, context);
    else if (context.isQuoted) addText('', context);
    return;
  }
  if (!isMissing) {
    addValue(value, context);
    return;
  }
  if (operator === '-') {
    await context.expander.addOperand(operation.operand, context);
    if (context.isQuoted) addText('', context);
    return;
  }
  const text = await context.expander.toText(operation.operand, context.execution);
  if (operator === '?') throw new ExpansionError(`${target.name}: ${text === '' ? 'parameter null or not set' : text}`, true);
  if (target.index === null) context.execution.state.variables.setText(target.name, text);
  else assignElement(context.execution.state, target.name, target.index, text);
  addText(text, context);
}

function isEmpty(value: ParameterValue): boolean {
  if (value.type === 'list') return value.items.every((item) => item === '');
  return value.type === 'unset' || value.text === '';
}

function isEmptyList(value: ParameterValue): boolean {
  return value.type === 'list' && value.items.length === 0;
}

async function operated(
  value: ParameterValue,
  name: string,
  operation: Exclude<ParameterOperation, { type: 'Default' | 'Names' | 'Unknown' }>,
  { execution, expander }: PartContext,
): Promise<ParameterValue> {
  if (operation.type === 'Slice') return sliced(value, name, operation, execution, expander);
  if (operation.type === 'Transform' && ['A', 'K', 'k'].includes(operation.operand.text)) {
    const described = describedVariable(execution.state, name, operation.operand.text, value.type === 'list');
    if (described !== null) return { type: 'text', text: described };
  }
  const change = await changeOf(operation, name, execution, expander);
  if (value.type === 'list') return { ...value, items: value.items.map(change) };
  return { type: 'text', text: change(value.type === 'text' ? value.text : '') };
}

async function changeOf(
  operation: Exclude<ParameterOperation, { type: 'Default' | 'Names' | 'Unknown' | 'Slice' }>,
  name: string,
  execution: Execution,
  expander: WordExpander,
): Promise<(text: string) => string> {
  switch (operation.type) {
    case 'Remove': {
      const pattern = await expander.toPattern(operation.operand, execution);
      return (text) => patternRemoved(text, operation.operator, pattern);
    }
    case 'Replace': {
      const pattern = await expander.toPattern(operation.pattern, execution);
      const fields = await expander.toFields(operation.replacement, execution);
      // The elements of a list are joined into one text here.
      const replacement = fields.flatMap((field, index) => (index === 0 ? field : [{ text: ' ', isQuoted: true }, ...field]));
      return (text) => patternReplaced(text, operation.operator, pattern, (match) => replacementText(replacement, match));
    }
    case 'CaseModification': {
      const pattern = operation.operand === undefined ? '?' : await expander.toPattern(operation.operand, execution);
      return (text) => caseModified(text, operation.operator, pattern === '' ? '?' : pattern);
    }
    case 'Transform':
      return (text) => transformed(text, operation.operand.text, name, execution.state);
  }
}

/** An unquoted `&` in a replacement stands for the match; `\&` arrives as a quoted one. */
function replacementText(pieces: Field, match: string): string {
  return pieces.map((piece) => (piece.isQuoted ? piece.text : piece.text.replaceAll('&', () => match))).join('');
}

async function sliced(
  value: ParameterValue,
  name: string,
  operation: Extract<ParameterOperation, { type: 'Slice' }>,
  execution: Execution,
  expander: WordExpander,
): Promise<ParameterValue> {
  const offset = Number(await expander.compute(operation.offset.text, execution));
  const length = operation.length === undefined ? null : Number(await expander.compute(operation.length.text, execution));
  if (value.type === 'list') {
    // `${@:0}` begins with $0, `${@:1}` with $1.
    const items = name === '@' || name === '*' ? [execution.state.scriptName, ...value.items] : value.items;
    const [start, end] = sliceBounds(offset, length, items.length, name);
    return { ...value, items: items.slice(start, end) };
  }
  const characters = [...(value.type === 'text' ? value.text : '')];
  const [start, end] = sliceBounds(offset, length, characters.length, name);
  return { type: 'text', text: characters.slice(start, end).join('') };
}

function sliceBounds(offset: number, length: number | null, total: number, name: string): [number, number] {
  const start = offset < 0 ? total + offset : offset;
  if (start < 0) return [0, 0];
  if (length === null) return [start, total];
  const end = length < 0 ? total + length : start + length;
  if (end < start) throw new ExpansionError(`${name}: ${length}: substring expression < 0`, false);
  return [start, end];
}

function lengthOf(value: ParameterValue, name: string, execution: Execution): string {
  if (value.type === 'list') return String(value.items.length);
  refuseUnset(value, name, execution);
  return String(value.type === 'text' ? [...value.text].length : 0);
}

function refuseUnset(value: ParameterValue, name: string, execution: Execution): void {
  if (value.type === 'unset' && execution.state.options.nounset) throw new ExpansionError(`${name}: unbound variable`, true);
}

function addValue(value: ParameterValue, context: PartContext): void {
  if (value.type === 'unset') {
    if (context.isQuoted) addText('', context);
    return;
  }
  if (value.type === 'text') {
    addText(value.text, context);
    return;
  }
  if (context.isQuoted && value.isStar) {
    addText(value.items.join(listSeparator(context.execution.state)), context);
    return;
  }
  for (const [index, item] of value.items.entries()) {
    if (index > 0) context.builder.breakField();
    addText(item, context);
  }
}

function isParameterName(name: string): boolean {
  return /^(?:[A-Za-z_]\w*|\d+|[@*#?$!-])$/.test(name);
}
