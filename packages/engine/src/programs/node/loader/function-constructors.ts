import { looksNative } from '../base/native-looking.ts';
import type { GlobalScope } from '../global-scope.ts';
import { isEngineFrame } from '../inspect/stack-text.ts';
import { pathToFileUrl } from './module-files.ts';
import { mayNeedRewriting, rewriteScript } from './rewrite/rewrite-script.ts';

export interface FunctionConstructorsHost {
  scope: GlobalScope;
  /** The base URL when no stack frame lies in a file of the program. */
  workingDirectoryUrl(): string;
  importDynamically(specifier: unknown, parentUrl: string, options: unknown): Promise<object>;
  /** The object that rewritten awaits call. */
  awaitContext: unknown;
}

const kinds = ['', 'async ', '*', 'async *'] as const;
type FunctionKind = (typeof kinds)[number];

/** Saved before programs see the replacement below. */
const NativeFunction = Function;

/** One function of each kind; its prototype leads to the constructor. */
const samples: Record<FunctionKind, object> = {
  '': () => {},
  'async ': async () => {},
  '*': function* () {},
  'async *': async function* () {},
};

/**
 * Returns the URL of the program file that is running. As in Node, relative imports of a function made from text are resolved against it.
 */
export function callerUrl(host: Pick<FunctionConstructorsHost, 'workingDirectoryUrl'>): string {
  const stack: unknown = new Error().stack;
  // A program's own `Error.prepareStackTrace` may return anything.
  for (const frame of typeof stack === 'string' ? stack.split('\n') : []) {
    if (isEngineFrame(frame)) continue;
    const place = /(?:\(|at )((?:file:\/\/)?\/[^()]*?):\d+:\d+\)?$/.exec(frame)?.[1];
    if (place !== undefined) return place.startsWith('file:') ? place : pathToFileUrl(place);
  }
  return host.workingDirectoryUrl();
}

/**
 * Wraps `new Function('x', 'return import(x)')` and the three related constructors. Packages use it to keep compilers from changing their
 * `import()` (prettier, tinypool). Unwrapped, it would call the browser's own loader, which has none of the program's files.
 */
export function wrapFunctionConstructors(host: FunctionConstructorsHost): void {
  for (const kind of kinds) {
    const prototype: object = Object.getPrototypeOf(samples[kind]);
    // Each of the four prototypes has its constructor.
    const native = Reflect.get(prototype, 'constructor') as FunctionConstructor;
    const wrapped = wrapConstructor(host, native, kind);
    if (host.scope.globalObject === globalThis)
      Object.defineProperty(prototype, 'constructor', { value: wrapped, writable: kind === '', configurable: true, enumerable: false });
    if (kind === '') host.scope.define('Function', wrapped);
  }
}

function wrapConstructor(host: FunctionConstructorsHost, native: FunctionConstructor, kind: FunctionKind): FunctionConstructor {
  // `newTarget` is the constructor itself or a class that extends it.
  const make = (args: unknown[], newTarget: FunctionConstructor): object => {
    if (!mayNeedRewriting(`${kind}(){${String(args.at(-1))}}`)) return Reflect.construct(native, args, newTarget);
    const [word, star] = [kind.startsWith('async') ? 'async ' : '', kind.endsWith('*') ? '*' : ''];
    const parameters = args.slice(0, -1).map(String).join(',');
    const rewritten = rewriteScript(`(${word}function${star} anonymous(${parameters}\n) {\n${String(args.at(-1))}\n})`);
    if (rewritten === null) return Reflect.construct(native, args, newTarget);
    const { importerName, awaitName, code } = rewritten;
    host.scope.rewritten.note(`node:internal/function/${rewritten.prefix}`, { ...rewritten, bodyStart: 0, bodyEnd: code.length });
    const parentUrl = importerName === null ? '' : callerUrl(host);
    const importer = (specifier: unknown, options: unknown) => host.importDynamically(specifier, parentUrl, options);
    const create = new NativeFunction(importerName ?? 'importer', awaitName ?? 'awaits', `return ${code}`);
    // Returns the function whose text is built above.
    return (create as (importer: unknown, awaits: unknown) => object)(importer, host.awaitContext);
  };
  return looksNative(
    new Proxy(native, {
      apply: (_target, _receiver, args: unknown[]) => make(args, native),
      // The `newTarget` of a construct trap is always a constructor.
      construct: (_target, args: unknown[], newTarget) => make(args, newTarget as FunctionConstructor),
    }),
  );
}
