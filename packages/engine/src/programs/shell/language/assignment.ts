import type { Assignment, Word } from 'unbash';
import { quoteForShell } from '../text/quote-for-shell.ts';
import { expandArithmeticText, expandToText, expandWords } from './expand/expand-word.ts';
import { assignElement, elementValue, evaluateInShell, parameterValue } from './parameters.ts';
import type { Execution } from './state/execution.ts';
import type { VariableValue } from './state/variables.ts';

/** Applies `name=value`, `name+=value`, `name[index]=value` or `name=(…)`. Returns the assignment as `set -x` shows it. */
export async function applyAssignment(assignment: Assignment, execution: Execution): Promise<string> {
  const { name, value } = assignment;
  if (value.type === 'ArrayValue') {
    const elements = await arrayElementsOf(value.elements, name, assignment.append === true, execution);
    execution.state.variables.setValue(name, elements);
    return assignment.text;
  }
  const text = await expandToText(value, execution, true);
  if (assignment.index !== undefined) {
    await assignIndexed(assignment, assignment.index, text, execution);
    return assignment.text;
  }
  assignText(name, text, assignment.append === true, execution);
  return `${name}${assignment.append === true ? '+' : ''}=${quoteForShell(text)}`;
}

/** Returns the argument of `export name=value`, which the builtin parses again; an array keeps its source. */
export async function assignmentArgument(assignment: Assignment, isAssociative: boolean, execution: Execution): Promise<string> {
  if (assignment.value.type === 'ArrayValue') {
    const values = isAssociative
      ? await associativeOf(assignment.value.elements, execution)
      : await arrayElementsOf(assignment.value.elements, assignment.name, false, execution);
    return `${assignment.name}=${ARRAY_MARK}${JSON.stringify(values.type === 'text' ? [] : [...values.items])}`;
  }
  const index = assignment.index === undefined ? '' : `[${assignment.index.text}]`;
  return `${assignment.name}${index}${assignment.append === true ? '+' : ''}=${await expandToText(assignment.value, execution, true)}`;
}

/** Separates the name from the elements of an array passed to a declaration builtin as one argument; it cannot occur in text. */
export const ARRAY_MARK = '\0array:';

export function assignText(name: string, text: string, isAppending: boolean, execution: Execution): void {
  const { state } = execution;
  const { variables } = state;
  const isInteger = variables.find(name)?.isInteger === true;
  const before = isAppending ? (variables.text(name) ?? '') : '';
  if (isInteger) {
    const sum = evaluateInShell(state, text) + (isAppending && before !== '' ? evaluateInShell(state, before) : 0n);
    variables.setText(name, String(sum));
  } else variables.setText(name, before + text);
  if (state.options.allexport) variables.writable(name).isExported = true;
}

async function assignIndexed(assignment: Assignment, word: Word, text: string, execution: Execution): Promise<void> {
  const isAssociative = execution.state.variables.find(assignment.name)?.value?.type === 'associative';
  const index = isAssociative ? await expandToText(word, execution) : await expandArithmeticText(word.text, execution);
  const before = assignment.append === true ? elementValue(execution, assignment.name, index) : null;
  assignElement(execution.state, assignment.name, index, (before?.type === 'text' ? before.text : '') + text);
}

async function arrayElementsOf(
  elements: readonly Word[],
  name: string,
  isAppending: boolean,
  execution: Execution,
): Promise<VariableValue> {
  const existing = execution.state.variables.find(name)?.value ?? null;
  if (existing?.type === 'associative') {
    const items = new Map(isAppending ? existing.items : []);
    await fillAssociative(items, elements, execution);
    return { type: 'associative', items };
  }
  const items = new Map<number, string>();
  if (isAppending && existing?.type === 'indexed') for (const [index, text] of existing.items) items.set(index, text);
  else if (isAppending) {
    const before = parameterValue(execution, name);
    if (before.type === 'text') items.set(0, before.text);
  }
  let next = Math.max(-1, ...items.keys()) + 1;
  for (const element of elements) {
    const keyed = /^\[([^\]]+)\]=/.exec(element.text);
    if (keyed !== null) {
      next = Number(evaluateInShell(execution.state, await expandArithmeticText(keyed[1] ?? '', execution)));
      items.set(next, (await keyedText(element, execution)).text);
      next += 1;
      continue;
    }
    for (const text of await expandWords([element], execution)) {
      items.set(next, text);
      next += 1;
    }
  }
  return { type: 'indexed', items };
}

async function associativeOf(elements: readonly Word[], execution: Execution): Promise<VariableValue> {
  const items = new Map<string, string>();
  await fillAssociative(items, elements, execution);
  return { type: 'associative', items };
}

async function fillAssociative(items: Map<string, string>, elements: readonly Word[], execution: Execution): Promise<void> {
  let pendingKey: string | null = null;
  for (const element of elements) {
    if (/^\[/.test(element.text)) {
      const { key, text } = await keyedText(element, execution);
      items.set(key, text);
    } else if (pendingKey === null) pendingKey = await expandToText(element, execution);
    else {
      items.set(pendingKey, await expandToText(element, execution));
      pendingKey = null;
    }
  }
  if (pendingKey !== null) items.set(pendingKey, '');
}

/** Expands `[key]=value` as one text: the key ends at the first `]=`. */
async function keyedText(element: Word, execution: Execution): Promise<{ key: string; text: string }> {
  const whole = await expandToText(element, execution);
  const split = whole.indexOf(']=');
  return { key: whole.slice(1, split), text: whole.slice(split + 2) };
}
