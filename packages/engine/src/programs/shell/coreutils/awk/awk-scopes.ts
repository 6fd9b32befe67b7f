import { CommandError } from '../command.ts';
import type { AwkValue } from './awk-value.ts';

export type AwkArray = Map<string, AwkValue>;

export type AwkScope = Map<string, AwkValue | AwkArray>;

/** Deeper calls are infinite recursion. */
const CALL_LIMIT = 1000;

/** awk's variables: global, except for the parameters of the running function. */
export class AwkScopes {
  readonly #globals: AwkScope = new Map();
  readonly #frames: AwkScope[] = [];

  setGlobal(name: string, value: AwkValue | AwkArray): void {
    this.#globals.set(name, value);
  }

  scopeOf(name: string): AwkScope {
    const frame = this.#frames.at(-1);
    return frame?.has(name) === true ? frame : this.#globals;
  }

  any(name: string): AwkValue | AwkArray {
    return this.scopeOf(name).get(name);
  }

  variable(name: string): AwkValue {
    const value = this.any(name);
    if (value instanceof Map) throw new CommandError(`can't use array ${name} in scalar context`, 2);
    return value;
  }

  array(name: string): AwkArray {
    const scope = this.scopeOf(name);
    const value = scope.get(name);
    if (value instanceof Map) return value;
    const array: AwkArray = new Map();
    scope.set(name, array);
    return array;
  }

  /** Returns an element; reading it creates it, as in every awk. */
  element(name: string, key: string): AwkValue {
    const array = this.array(name);
    if (!array.has(key)) array.set(key, undefined);
    return array.get(key);
  }

  enter(frame: AwkScope): void {
    if (this.#frames.length >= CALL_LIMIT) throw new CommandError('function call nesting too deep', 2);
    this.#frames.push(frame);
  }

  leave(): void {
    this.#frames.pop();
  }

  /** Assigns to an unused name the array it became inside a function. */
  adopt(name: string, array: AwkArray): void {
    const scope = this.scopeOf(name);
    if (scope.get(name) === undefined) scope.set(name, array);
  }
}
