import { RewrittenTexts } from './loader/rewrite/rewritten-texts.ts';

/**
 * Where the program's globals live.
 * - In a process worker: the worker's own global object, without the globals that Node does not have.
 * - Under vitest, which shares its globals with the test runner: a separate object, whose names are passed to each piece of program code as
 * parameters that shadow the runner's.
 */
export interface GlobalScope {
  readonly globalObject: object;
  /** Worker globals that are hidden from programs. */
  readonly hidden: Map<string, unknown>;
  /** Defines globals that programs see and may overwrite. As in Node, they are not enumerable by default. */
  define(name: string, value: unknown, isEnumerable?: boolean): void;
  defineLazy(name: string, create: () => unknown): void;
  /** Evaluates one expression in the global scope. Line numbers and `file` (a path or URL) appear in stacks. */
  evaluate(expression: string, file: string): unknown;
  /** The length of the text added in front of each file's first line. */
  readonly headLengths: Map<string, number>;
  /** The code that was rewritten before it ran. */
  readonly rewritten: RewrittenTexts;
  /** Evaluates a script and returns the value of its last statement. */
  evaluateScript(source: string, file: string): unknown;
}

/** V8 ends the comment's value at white space. */
function sourceComment(file: string): string {
  return `\n//# sourceURL=${file.replaceAll(' ', '%20')}`;
}

function defineOn(target: object, name: string, value: unknown, isEnumerable: boolean): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: isEnumerable });
}

function defineLazyOn(target: object, name: string, create: () => unknown): void {
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: false,
    get() {
      const value = create();
      defineOn(target, name, value, false);
      return value;
    },
    set(value: unknown) {
      defineOn(target, name, value, false);
    },
  });
}

// An indirect eval runs the code in the global scope, where it sees none of our names.
// biome-ignore lint/security/noGlobalEval: running the program's code is what this is for
const evaluateGlobally = (source: string): unknown => globalThis.eval(source);

export class OwnGlobalScope implements GlobalScope {
  readonly globalObject: object = globalThis;
  readonly hidden = new Map<string, unknown>();
  readonly headLengths = new Map<string, number>();
  readonly rewritten = new RewrittenTexts();

  define(name: string, value: unknown, isEnumerable = false): void {
    defineOn(globalThis, name, value, isEnumerable);
  }

  defineLazy(name: string, create: () => unknown): void {
    defineLazyOn(globalThis, name, create);
  }

  evaluate(expression: string, file: string): unknown {
    return evaluateGlobally(expression + sourceComment(file));
  }

  evaluateScript(source: string, file: string): unknown {
    return evaluateGlobally(source + sourceComment(file));
  }
}

const ENGINE_FILES = '/engine/';

export class ShadowingGlobalScope implements GlobalScope {
  readonly globalObject: object = Object.create(globalThis);
  readonly hidden = new Map<string, unknown>();
  readonly headLengths = new Map<string, number>();
  readonly rewritten = new RewrittenTexts();

  define(name: string, value: unknown, isEnumerable = false): void {
    defineOn(this.globalObject, name, value, isEnumerable);
  }

  defineLazy(name: string, create: () => unknown): void {
    defineLazyOn(this.globalObject, name, create);
  }

  evaluate(expression: string, file: string): unknown {
    const head = `(function(${this.#namesIn(expression).join(',')}){return `;
    this.headLengths.set(file, (this.headLengths.get(file) ?? 0) + head.length);
    return this.#call(`return ${expression}`, file);
  }

  evaluateScript(source: string, file: string): unknown {
    // A direct eval returns the value of the last statement and still sees the shadowing names.
    return this.#call(`return eval(${JSON.stringify(source + sourceComment(file))})`, 'node:internal/script');
  }

  /** Names that the code does not mention are not read, because some globals are created on first read. */
  #namesIn(code: string): string[] {
    return Object.getOwnPropertyNames(this.globalObject).filter((name) => code.includes(name) && /^[A-Za-z_$][\w$]*$/.test(name));
  }

  #isMade(name: string): boolean {
    return Object.getOwnPropertyDescriptor(this.globalObject, name)?.get === undefined;
  }

  #call(body: string, file: string): unknown {
    // The code may be the part of the engine that creates such a global.
    const names = this.#namesIn(body).filter((name) => !file.startsWith(ENGINE_FILES) || this.#isMade(name));
    const hide = evaluateGlobally(`(function(${names.join(',')}){${body}\n})${sourceComment(file)}`) as (...values: unknown[]) => unknown;
    return hide.apply(
      undefined,
      names.map((name) => Reflect.get(this.globalObject, name)),
    );
  }
}

/** Creates the scope: in a worker the program owns the global object; elsewhere it must not touch it. */
export function createGlobalScope(): GlobalScope {
  return 'WorkerGlobalScope' in globalThis ? new OwnGlobalScope() : new ShadowingGlobalScope();
}
