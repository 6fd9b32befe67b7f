import { joinPath } from '../../loader/module-files.ts';
import { builtinModuleNames } from '../../module-names.ts';
import type { NodeHost } from '../../node-host.ts';
import type { ReplServer } from './repl-types.ts';

type AnyConstructor = new (...args: unknown[]) => object;

/** The modules that are available without `require`. */
export const builtinLibraries: readonly string[] = builtinModuleNames.filter((name) => !name.startsWith('_') && !name.includes('/'));

/** Defines the modules, which are loaded on first use; a program can assign another value to the name. */
function addLibraries(host: NodeHost, context: object): void {
  for (const name of builtinLibraries) {
    if (Object.hasOwn(context, name)) continue;
    const put = (value: unknown) => Object.defineProperty(context, name, { value, writable: true, enumerable: true, configurable: true });
    Object.defineProperty(context, name, { get: () => host.builtin(name), set: put, configurable: true, enumerable: false });
  }
}

function addRequire(host: NodeHost, context: object): void {
  // The module's export is the class.
  const Module = host.builtin('module') as unknown as AnyConstructor & {
    createRequire(path: string): unknown;
    _nodeModulePaths(path: string): string[];
  };
  const module = new Module('<repl>');
  Reflect.set(module, 'paths', [joinPath(host.workingDirectory, 'repl/node_modules'), ...Module._nodeModulePaths(host.workingDirectory)]);
  const hidden = { writable: true, configurable: true, enumerable: false };
  Object.defineProperty(context, 'module', { ...hidden, value: module });
  const require = Module.createRequire(joinPath(host.workingDirectory, '<repl>'));
  Object.defineProperty(context, 'require', { ...hidden, value: require });
  Object.defineProperty(context, 'exports', { ...hidden, value: Reflect.get(module, 'exports') });
}

/** Defines `_` as the last result and `_error` as the last error, until a program assigns its own values. */
function addUnderscores(server: ReplServer, context: object): void {
  const define = (name: string, value: 'last' | 'lastError', assigned: 'underscoreAssigned' | 'underscoreErrAssigned') =>
    Object.defineProperty(context, name, {
      configurable: true,
      get: () => server[value],
      set: (given: unknown) => {
        server[value] = given;
        if (server[assigned]) return;
        server[assigned] = true;
        server.output?.write(`Expression assignment to ${name} now disabled.\n`);
      },
    });
  define('_', 'last', 'underscoreAssigned');
  define('_error', 'lastError', 'underscoreErrAssigned');
}

/** Returns the global object, or a separate context with the same globals. */
export function createReplContext(host: NodeHost, server: ReplServer): object {
  const { globalObject } = host.scope;
  const vm = host.builtin('vm') as { createContext(object: object): object };
  let context = globalObject;
  if (!server.useGlobal) {
    context = vm.createContext({});
    for (const name of Object.getOwnPropertyNames(globalObject)) {
      if (name in context) continue;
      const descriptor = Object.getOwnPropertyDescriptor(globalObject, name);
      if (descriptor !== undefined) Object.defineProperty(context, name, descriptor);
    }
    const { Console } = host.builtin('console') as { Console: AnyConstructor };
    const hidden = { writable: true, configurable: true, enumerable: false };
    Object.defineProperty(context, 'global', { ...hidden, value: context });
    Object.defineProperty(context, 'console', { ...hidden, value: new Console(server.output) });
  } else vm.createContext(context);
  addRequire(host, context);
  addLibraries(host, context);
  addUnderscores(server, context);
  return context;
}
