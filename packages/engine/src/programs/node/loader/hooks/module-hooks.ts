import { nodeError } from '../../errors/node-error.ts';

export interface ResolveContext {
  conditions: string[];
  importAttributes: Record<string, string>;
  parentURL: string | undefined;
}

export interface ResolveResult {
  url: string;
  format?: string | null;
  importAttributes?: Record<string, string>;
  shortCircuit?: boolean;
}

export interface LoadContext {
  conditions: string[];
  format: string | null | undefined;
  importAttributes: Record<string, string>;
}

export interface LoadResult {
  format: string | null | undefined;
  source?: unknown;
  shortCircuit?: boolean;
}

export type NextResolve = (specifier: string, context?: Partial<ResolveContext>) => ResolveResult;
export type NextLoad = (url: string, context?: Partial<LoadContext>) => LoadResult;

/** The hooks that a program passed to `module.registerHooks`, or a proxy for its hooks on a separate thread. */
export interface HookSet {
  resolve?: ((specifier: string, context: ResolveContext, next: NextResolve) => ResolveResult) | undefined;
  load?: ((url: string, context: LoadContext, next: NextLoad) => LoadResult) | undefined;
  /** Hooks on a thread apply to imports, not to `require`. */
  isForImportsOnly: boolean;
}

type Asker = 'import' | 'require';

function incomplete(hook: string): Error {
  return nodeError(
    Error,
    'ERR_LOADER_CHAIN_INCOMPLETE',
    `"the ${hook} hook" did not call the next hook in its chain and did not explicitly signal a short circuit. If this is intentional, include \`shortCircuit: true\` in the hook's return.`,
  );
}

function invalidReturn(hook: string, value: unknown): Error {
  return nodeError(
    TypeError,
    'ERR_INVALID_RETURN_PROPERTY_VALUE',
    `Expected an object to be returned from the "${hook}" hook. Received ${typeof value}`,
  );
}

type Step<Context, Result> = (name: string, context: Context, next: (name: string, context?: Partial<Context>) => Result) => Result;

/** Calls the last step first; each step calls the one before it or sets `shortCircuit`. */
function runChain<Context extends object, Result extends { shortCircuit?: boolean }>(
  hook: string,
  steps: readonly Step<Context, Result>[],
  last: (name: string, context: Context) => Result,
  isValid: (result: Result) => boolean,
): (name: string, context: Context) => Result {
  const run = (index: number, name: string, context: Context): Result => {
    const step = steps[index];
    if (step === undefined) return last(name, context);
    let isContinued = false;
    const result = step(name, context, (nextName, nextContext) => {
      isContinued = true;
      return run(index - 1, nextName, { ...context, ...nextContext });
    });
    if (typeof result !== 'object' || result === null || !isValid(result)) throw invalidReturn(hook, result);
    if (!isContinued && result.shortCircuit !== true) throw incomplete(hook);
    return result;
  };
  return (name, context) => run(steps.length - 1, name, context);
}

/** The program's own steps in resolving and loading modules; the last registered one is called first. */
export class ModuleHooks {
  #sets: HookSet[] = [];
  /** The formats returned by resolve hooks, for the load hook. */
  readonly #formats = new Map<string, string>();

  /** Returns a function that removes the hooks. */
  add(set: HookSet): () => void {
    this.#sets.push(set);
    return () => {
      this.#sets = this.#sets.filter((other) => other !== set);
    };
  }

  /** Adds hooks below all others, regardless of when they are added. */
  addFirst(set: HookSet): void {
    this.#sets.unshift(set);
  }

  isActive(asker: Asker): boolean {
    return this.#sets.some((set) => asker === 'import' || !set.isForImportsOnly);
  }

  formatOf(url: string): string | undefined {
    return this.#formats.get(url);
  }

  resolve(asker: Asker, specifier: string, context: ResolveContext, last: NextResolve): ResolveResult {
    const result = runChain('resolve', this.#steps(asker, 'resolve'), last, (given) => typeof given.url === 'string')(specifier, context);
    if (typeof result.format === 'string') this.#formats.set(result.url, result.format);
    return result;
  }

  load(asker: Asker, url: string, context: LoadContext, last: NextLoad): LoadResult {
    return runChain('load', this.#steps(asker, 'load'), last, () => true)(url, context);
  }

  #steps<Name extends 'resolve' | 'load'>(asker: Asker, name: Name): NonNullable<HookSet[Name]>[] {
    return this.#sets
      .filter((set) => asker === 'import' || !set.isForImportsOnly)
      .map((set) => set[name])
      .filter((step) => step !== undefined);
  }
}

/** Converts the source returned by a load hook to text. */
export function sourceText(source: unknown): string | null {
  if (source === null || source === undefined) return null;
  if (typeof source === 'string') return source;
  if (source instanceof ArrayBuffer || source instanceof SharedArrayBuffer) return new TextDecoder().decode(new Uint8Array(source).slice());
  if (ArrayBuffer.isView(source))
    return new TextDecoder().decode(new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice());
  throw nodeError(
    TypeError,
    'ERR_INVALID_RETURN_PROPERTY_VALUE',
    'Expected a string, an ArrayBuffer, or a TypedArray to be returned for the "source" from the "load" hook.',
  );
}
