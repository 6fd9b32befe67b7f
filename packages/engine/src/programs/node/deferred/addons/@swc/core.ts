import type { NodeHost } from '../../../node-host.ts';
import type { CreateAddon } from '../addon.ts';

/** The used part of @swc/wasm, the package's own WebAssembly build. It exchanges objects where the native build exchanges JSON. */
interface SwcWasm {
  parseSync(source: string, options: object): object;
  printSync(program: object, options: object): object;
  minifySync(source: string | object, options: object): object;
  transformSync(source: string | object, options: object): object;
}

type Options = Record<string, unknown>;

const readOptions = (json: Uint8Array): Options => JSON.parse(new TextDecoder().decode(json));
const toText = (source: string | Uint8Array) => (typeof source === 'string' ? source : new TextDecoder().decode(source));

function readSource(node: NodeHost, path: string): string {
  return new TextDecoder().decode(node.system.sync('readFile', node.resolvePath(path)));
}

function unavailable(name: string): never {
  throw new Error(`@swc/core’s ${name} is not in its build for WebAssembly, which is what runs in a browser.`);
}

/** Creates @swc/core's `swc.linux-x64-gnu.node`, converting arguments and results for @swc/wasm. */
export const createAddon: CreateAddon = ({ node, filename }) => {
  const createRequire = node.builtin('module').createRequire as (from: string) => (name: string) => unknown;
  // Installed with the package; see native-packages.ts.
  const swc = createRequire(filename)('@swc/wasm') as SwcWasm;
  const now = {
    transformSync: (source: string, isProgram: boolean, options: Uint8Array) =>
      swc.transformSync(isProgram ? JSON.parse(source) : source, readOptions(options)),
    transformFileSync: (path: string, _isProgram: boolean, options: Uint8Array) =>
      swc.transformSync(readSource(node, path), { filename: path, ...readOptions(options) }),
    parseSync: (source: string | Uint8Array, options: Uint8Array) => JSON.stringify(swc.parseSync(toText(source), readOptions(options))),
    parseFileSync: (path: string, options: Uint8Array) => JSON.stringify(swc.parseSync(readSource(node, path), readOptions(options))),
    printSync: (program: string, options: Uint8Array) => swc.printSync(JSON.parse(program), readOptions(options)),
    minifySync: (source: string | Uint8Array, options: Uint8Array, isJson: boolean) =>
      swc.minifySync(isJson ? JSON.parse(toText(source)) : toText(source), readOptions(options)),
  };
  // The asynchronous variants run on the same thread, because WebAssembly has only one.
  const later = Object.entries(now).map(([name, work]) => {
    const run = work as (...args: unknown[]) => unknown;
    return [name.replace(/Sync$/, ''), (...args: unknown[]) => node.loop.hold(Promise.resolve().then(() => run(...args)))] as const;
  });
  return {
    ...now,
    ...Object.fromEntries(later),
    getTargetTriple: () => 'wasm32-unknown-unknown',
    initCustomTraceSubscriber: () => undefined,
    newMangleNameCache: () => ({}),
    bundle: () => unavailable('bundle'),
    analyze: () => unavailable('analyze'),
    Compiler: class Compiler {},
  };
};
