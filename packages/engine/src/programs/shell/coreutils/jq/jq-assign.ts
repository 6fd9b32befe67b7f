import type { JqItem, JqStream } from './jq-items.ts';
import { made, plain } from './jq-items.ts';
import type { JqMachine, JqScope } from './jq-machine.ts';
import { applyOperator } from './jq-operators.ts';
import { deletePaths, getPath, setPath } from './jq-paths.ts';
import type { JqValue } from './jq-value.ts';
import { isTruthy } from './jq-value.ts';
import type { JqNode } from './syntax/jq-syntax.ts';

/** Implements `=`, `|=`, `+=` and so on: the left side yields paths, and a copy of the input gets new values there. */
export function* assign(node: Extract<JqNode, { type: 'assign' }>, item: JqItem, scope: JqScope | null, machine: JqMachine): JqStream {
  const { value: input } = item;
  const places = () => machine.paths((inner) => machine.run(node.left, inner, scope), input);
  if (node.operator === '|=') {
    yield made(
      modified(input, places(), (value) => first(machine.values(node.right, value, scope))),
      item,
    );
    return;
  }
  for (const { value: right } of machine.run(node.right, plain(item), scope)) {
    let result = input;
    for (const path of places()) result = setPath(result, path, assigned(node.operator, getPath(result, path), right));
    yield made(result, item);
  }
}

function assigned(operator: string, former: JqValue, right: JqValue): JqValue {
  if (operator === '=') return right;
  if (operator === '//=') return isTruthy(former) ? former : right;
  return applyOperator(operator.slice(0, -1), former, right);
}

/** Applies `change` at each path; a path without a result is deleted. */
export function modified(input: JqValue, places: Iterable<readonly JqValue[]>, change: (value: JqValue) => JqValue | undefined): JqValue {
  let result = input;
  const dropped: (readonly JqValue[])[] = [];
  for (const path of places) {
    const value = change(getPath(result, path));
    if (value === undefined) dropped.push(path);
    else result = setPath(result, path, value);
  }
  return dropped.length === 0 ? result : deletePaths(result, dropped);
}

function first(values: Iterable<JqValue>): JqValue | undefined {
  for (const value of values) return value;
  return undefined;
}
