import { looksNative } from '../base/native-looking.ts';
import type { GlobalScope } from '../global-scope.ts';
import { isEngineFrame } from '../inspect/stack-text.ts';
import { pathToFileUrl } from './module-files.ts';
import { mayNeedRewriting, rewriteScript } from './rewrite/rewrite-script.ts';

export interface FunctionConstructorsHost {
  scope: GlobalScope;
  /** Where a stack's frame lies when it is in a file of the program. */
  workingDirectoryUrl(): string;
  importDynamically(specifier: unknown, parentUrl: string, options: unknown): Promise<object>;
  /** What rewritten awaits call. */
  awaitContext: unknown;
}

const kinds = ['', 'async ', '*', 'async *'] as const;
type FunctionKind = (typeof kinds)[number];

/** Before programs see the one below. */
const NativeFunction = Function;

/** The prototype of each kind of function leads to its constructor. */
const samples: Record<FunctionKind, object> = {
  '': () => {},
  'async ': async () => {},
  '*': function* () {},
  'async *': async function* () {},
};

/** The file of the program's code that runs now: relative imports of a function made from text start there, as in Node. */
export function callerUrl(host: Pick<FunctionConstructorsHost, 'workingDirectoryUrl'>): string {
  const stack: unknown = new Error().stack;
  // A program's own `Error.prepareStackTrace` gives anything.
  for (const frame of typeof stack === 'string' ? stack.split('\n') : []) {
    if (isEngineFrame(frame)) continue;
    const place = /(?:\(|at )((?:file:\/\/)?\/[^()]*?):\d+:\d+\)?$/.exec(frame)?.[1];
    if (place !== undefined) return place.startsWith('file:') ? place : pathToFileUrl(place);
  }
  return host.workingDirectoryUrl();
}

/**
 * `new Function('x', 'return import(x)')` and its three kin. Packages write that to keep a compiler's hands off their `import()`
 * (prettier, tinypool); left alone it would ask the browser's own loader, which knows none of the program's files.
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
    // It gives the function whose text is above.
    return (create as (importer: unknown, awaits: unknown) => object)(importer, host.awaitContext);
  };
  return looksNative(
    new Proxy(native, {
      apply: (_target, _receiver, args: unknown[]) => make(args, native),
      // What `new` is given is a constructor.
      construct: (_target, args: unknown[], newTarget) => make(args, newTarget as FunctionConstructor),
    }),
  );
}
