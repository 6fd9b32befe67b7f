import { assign } from './jq-assign.ts';
import { interpolated, objectsOf } from './jq-construct.ts';
import { formatValue } from './jq-format.ts';
import type { JqFilter, JqItem, JqStream } from './jq-items.ts';
import { made, plain, recurseAll, shortened, step } from './jq-items.ts';
import { matchPattern, patternNames } from './jq-match.ts';
import { applyOperator } from './jq-operators.ts';
import { descend, iterateEntries, sliceKey } from './jq-paths.ts';
import type { JqObject, JqValue } from './jq-value.ts';
import { isTruthy, JqError, typeName } from './jq-value.ts';
import type { JqDefinition, JqNode } from './syntax/jq-syntax.ts';
import { JqSyntaxError } from './syntax/jq-syntax.ts';

export type JqNative = (item: JqItem, args: readonly JqFilter[], machine: JqMachine) => JqStream;

/** The names visible to a filter, innermost first. */
export type JqScope =
  | { type: 'variable'; name: string; value: JqValue; outer: JqScope | null }
  | { type: 'function'; definition: JqDefinition; outer: JqScope | null }
  | { type: 'closure'; name: string; filter: JqFilter; outer: JqScope | null }
  | { type: 'label'; name: string; token: object; outer: JqScope | null };

/** The parts of the environment that a program can access. */
export interface JqWorld {
  /** Returns undefined if there is no further input. */
  nextInput: () => JqValue | undefined;
  environment: JqObject;
  namedArguments: JqObject;
  positionalArguments: readonly JqValue[];
  /** Writes to standard error. */
  complain: (text: string) => void;
  inputName: () => string | null;
  inputLine: () => number;
}

class BreakSignal extends Error {
  constructor(readonly token: object) {
    super('break');
  }
}

export class JqMachine {
  readonly world: JqWorld;
  readonly #natives: ReadonlyMap<string, JqNative>;
  readonly #definitions: ReadonlyMap<string, JqDefinition>;

  constructor(world: JqWorld, natives: ReadonlyMap<string, JqNative>, definitions: ReadonlyMap<string, JqDefinition>) {
    this.world = world;
    this.#natives = natives;
    this.#definitions = definitions;
  }

  /** All names, in the form `name/arity`. */
  names(): string[] {
    return [...this.#natives.keys(), ...this.#definitions.keys()];
  }

  *run(node: JqNode, item: JqItem, scope: JqScope | null): JqStream {
    switch (node.type) {
      case 'identity':
        yield item;
        return;
      case 'literal':
        yield made(node.value, item);
        return;
      case 'pipe':
        for (const left of this.run(node.left, item, scope)) yield* this.run(node.right, left, scope);
        return;
      case 'comma':
        yield* this.run(node.left, item, scope);
        yield* this.run(node.right, item, scope);
        return;
      case 'index':
      case 'slice':
      case 'iterate':
      case 'recurse':
        yield* this.#path(node, item, scope);
        return;
      case 'call':
        yield* this.#call(node.name, node.args, item, scope);
        return;
      case 'binary':
        for (const right of this.run(node.right, plain(item), scope)) {
          for (const left of this.run(node.left, plain(item), scope))
            yield made(applyOperator(node.operator, left.value, right.value), item);
        }
        return;
      case 'assign':
        yield* assign(node, item, scope, this);
        return;
      default:
        yield* this.#construct(node, item, scope);
    }
  }

  /** Yields values without path tracking. */
  *values(node: JqNode, value: JqValue, scope: JqScope | null): Generator<JqValue, void, undefined> {
    for (const item of this.run(node, { value, path: null }, scope)) yield item.value;
  }

  *paths(filter: JqFilter, value: JqValue): Generator<readonly JqValue[], void, undefined> {
    for (const { value: found, path } of filter({ value, path: [] })) {
      if (path === 'lost' || path === null) throw new JqError(`Invalid path expression with result ${shortened(found)}`);
      yield path;
    }
  }

  *#path(node: Extract<JqNode, { type: 'index' | 'slice' | 'iterate' | 'recurse' }>, item: JqItem, scope: JqScope | null): JqStream {
    if (node.type === 'recurse') {
      yield* recurseAll(item);
      return;
    }
    if (node.type === 'iterate') {
      for (const target of this.run(node.target, item, scope)) {
        for (const [key, value] of iterateEntries(target.value)) yield step(target, key, value, 'iterate');
      }
      return;
    }
    for (const target of this.run(node.target, item, scope)) {
      for (const key of this.#keys(node, item, scope)) yield step(target, key, descend(target.value, key), 'access element');
    }
  }

  *#keys(node: Extract<JqNode, { type: 'index' | 'slice' }>, item: JqItem, scope: JqScope | null): Generator<JqValue> {
    if (node.type === 'index') {
      yield* this.values(node.index, item.value, scope);
      return;
    }
    const bound = (side: JqNode | null) => (side === null ? [null] : this.values(side, item.value, scope));
    for (const to of bound(node.to)) for (const from of bound(node.from)) yield sliceKey(from, to);
  }

  *#construct(node: JqNode, item: JqItem, scope: JqScope | null): JqStream {
    switch (node.type) {
      case 'string':
        for (const text of interpolated(node.parts, node.format, { value: item.value, scope, machine: this })) yield made(text, item);
        return;
      case 'format':
        yield made(formatValue(node.name, item.value), item);
        return;
      case 'array':
        yield made(node.body === null ? [] : [...this.values(node.body, item.value, scope)], item);
        return;
      case 'object':
        for (const object of objectsOf(node.entries, { value: item.value, scope, machine: this })) yield made(object, item);
        return;
      case 'negate':
        for (const value of this.values(node.operand, item.value, scope)) {
          if (typeof value !== 'number') throw new JqError(`${typeName(value)} (${shortened(value)}) cannot be negated`);
          yield made(-value, item);
        }
        return;
      case 'variable':
        yield made(this.#variable(node.name, scope), item);
        return;
      default:
        yield* this.#control(node, item, scope);
    }
  }

  *#control(node: JqNode, item: JqItem, scope: JqScope | null): JqStream {
    switch (node.type) {
      case 'and':
      case 'or':
        for (const left of this.values(node.left, item.value, scope)) {
          if (isTruthy(left) === (node.type === 'or')) yield made(node.type === 'or', item);
          else for (const right of this.values(node.right, item.value, scope)) yield made(isTruthy(right), item);
        }
        return;
      case 'alternative':
        yield* this.#alternative(node, item, scope);
        return;
      case 'if':
        for (const condition of this.values(node.condition, item.value, scope)) {
          if (isTruthy(condition)) yield* this.run(node.whenTrue, item, scope);
          else if (node.whenFalse === null) yield item;
          else yield* this.run(node.whenFalse, item, scope);
        }
        return;
      case 'try':
        yield* this.#try(node, item, scope);
        return;
      case 'define':
        yield* this.run(node.body, item, { type: 'function', definition: node.definition, outer: scope });
        return;
      case 'label':
        yield* this.#label(node, item, scope);
        return;
      case 'break':
        throw new BreakSignal(findLabel(node.name, scope));
      case 'bind':
        yield* this.#bind(node, item, scope);
        return;
      case 'reduce':
        yield* this.#reduce(node, item, scope);
        return;
      case 'foreach':
        yield* this.#foreach(node, item, scope);
    }
  }

  *#alternative(node: Extract<JqNode, { left: JqNode }>, item: JqItem, scope: JqScope | null): JqStream {
    let isFound = false;
    try {
      for (const left of this.run(node.left, item, scope)) {
        if (!isTruthy(left.value)) continue;
        isFound = true;
        yield left;
      }
    } catch (error) {
      if (!(error instanceof JqError)) throw error;
    }
    if (!isFound) yield* this.run(node.right, item, scope);
  }

  // Only errors raised by the body itself are caught; errors from the consumers of its results pass through.
  *#try(node: Extract<JqNode, { type: 'try' }>, item: JqItem, scope: JqScope | null): JqStream {
    const body = this.run(node.body, item, scope);
    for (;;) {
      let next: IteratorResult<JqItem, void>;
      try {
        next = body.next();
      } catch (error) {
        if (!(error instanceof JqError)) throw error;
        if (isBreakValue(error.value)) return;
        if (node.handler !== null) yield* this.run(node.handler, made(error.value, item), scope);
        return;
      }
      if (next.done === true) return;
      yield next.value;
    }
  }

  *#label(node: Extract<JqNode, { type: 'label' }>, item: JqItem, scope: JqScope | null): JqStream {
    const token = {};
    try {
      yield* this.run(node.body, item, { type: 'label', name: node.name, token, outer: scope });
    } catch (error) {
      if (!(error instanceof BreakSignal) || error.token !== token) throw error;
    }
  }

  *#bind(node: Extract<JqNode, { type: 'bind' }>, item: JqItem, scope: JqScope | null): JqStream {
    const names = new Set(node.patterns.length > 1 ? node.patterns.flatMap(patternNames) : []);
    const empty = [...names].reduce<JqScope | null>((outer, name) => ({ type: 'variable', name, value: null, outer }), scope);
    for (const value of this.values(node.source, item.value, scope)) {
      for (const [index, pattern] of node.patterns.entries()) {
        try {
          for (const inner of matchPattern(pattern, value, empty, this)) yield* this.run(node.body, item, inner);
          break;
        } catch (error) {
          // With `?//`, an error moves on to the next pattern.
          if (!(error instanceof JqError) || index === node.patterns.length - 1) throw error;
        }
      }
    }
  }

  *#reduce(node: Extract<JqNode, { type: 'reduce' }>, item: JqItem, scope: JqScope | null): JqStream {
    for (const start of this.run(node.start, item, scope)) {
      let state: JqItem = start;
      for (const value of this.values(node.source, item.value, scope)) {
        for (const inner of matchPattern(node.pattern, value, scope, this)) {
          let next: JqItem = made(null, item);
          for (const result of this.run(node.update, state, inner)) next = result;
          state = next;
        }
      }
      yield state;
    }
  }

  *#foreach(node: Extract<JqNode, { type: 'foreach' }>, item: JqItem, scope: JqScope | null): JqStream {
    for (const start of this.run(node.start, item, scope)) {
      let state: JqItem = start;
      for (const value of this.values(node.source, item.value, scope)) {
        for (const inner of matchPattern(node.pattern, value, scope, this)) {
          for (const result of this.run(node.update, state, inner)) {
            state = result;
            if (node.extract === null) yield result;
            else yield* this.run(node.extract, result, inner);
          }
        }
      }
    }
  }

  *#call(name: string, args: readonly JqNode[], item: JqItem, scope: JqScope | null): JqStream {
    const found = this.#find(name, args.length, scope);
    if (found === null) throw new JqSyntaxError(`${name}/${args.length} is not defined`);
    const filters = args.map<JqFilter>((node) => (inner) => this.run(node, inner, scope));
    if (typeof found === 'function') yield* found(item, filters, this);
    else yield* this.#callDefined(found.definition, filters, 0, item, found.scope);
  }

  #find(name: string, arity: number, scope: JqScope | null): JqNative | { definition: JqDefinition; scope: JqScope | null } | null {
    for (let current = scope; current !== null; current = current.outer) {
      if (current.type === 'closure' && arity === 0 && current.name === name) {
        const { filter } = current;
        return (item) => filter(item);
      }
      // A definition's scope includes itself, so that it can recurse.
      if (current.type === 'function' && current.definition.name === name && current.definition.parameters.length === arity)
        return { definition: current.definition, scope: current };
    }
    const key = `${name}/${arity}`;
    const definition = this.#definitions.get(key);
    return this.#natives.get(key) ?? (definition === undefined ? null : { definition, scope: null });
  }

  *#callDefined(definition: JqDefinition, filters: readonly JqFilter[], index: number, item: JqItem, scope: JqScope | null): JqStream {
    const parameter = definition.parameters[index];
    const filter = filters[index];
    if (parameter === undefined || filter === undefined) {
      yield* this.run(definition.body, item, scope);
      return;
    }
    if (!parameter.startsWith('$')) {
      yield* this.#callDefined(definition, filters, index + 1, item, { type: 'closure', name: parameter, filter, outer: scope });
      return;
    }
    const name = parameter.slice(1);
    for (const { value } of filter(plain(item))) {
      const closure: JqScope = { type: 'closure', name, filter: constant(value), outer: scope };
      yield* this.#callDefined(definition, filters, index + 1, item, { type: 'variable', name, value, outer: closure });
    }
  }

  #variable(name: string, scope: JqScope | null): JqValue {
    for (let current = scope; current !== null; current = current.outer) {
      if (current.type === 'variable' && current.name === name) return current.value;
    }
    if (name === 'ENV') return this.world.environment;
    if (name === 'ARGS') {
      return new Map<string, JqValue>([
        ['positional', [...this.world.positionalArguments]],
        ['named', this.world.namedArguments],
      ]);
    }
    const argument = this.world.namedArguments.get(name);
    if (argument === undefined) throw new JqSyntaxError(`$${name} is not defined`);
    return argument;
  }
}

function constant(value: JqValue): JqFilter {
  return function* (item) {
    yield made(value, item);
  };
}

function findLabel(name: string, scope: JqScope | null): object {
  for (let current = scope; current !== null; current = current.outer)
    if (current.type === 'label' && current.name === name) return current.token;
  throw new JqSyntaxError(`$*label-${name} is not defined`);
}

/** Returns true for the value of a `break`: `error` with it inside `try` acts like `empty` in jq's own library. */
function isBreakValue(value: JqValue): boolean {
  return value instanceof Map && value.has('__jq');
}
