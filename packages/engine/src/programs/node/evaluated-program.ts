import { pathToFileUrl } from './loader/module-files.ts';
import { prepareGlobalScript } from './loader/prepare-global-script.ts';
import type { NodeRuntime } from './node-runtime.ts';

interface EvaluatedSource {
  source: string;
  isPrinted: boolean;
  /** Null means that the format is detected. */
  isModule: boolean | null;
  /** `[eval]` or `[stdin]`. */
  name: string;
}

/** Runs code that is not a file in the global scope, with `require`, `module` and so on as globals. */
function runScript(runtime: NodeRuntime, given: EvaluatedSource): void {
  const { loader, host } = runtime;
  const module = loader.createVirtualModule(given.name);
  const parentUrl = pathToFileUrl(`${host.workingDirectory}/${given.name}`);
  const require = loader.commonJs.makeRequire(module);
  for (const [name, value] of Object.entries({ require, module, exports: module.exports, __filename: given.name, __dirname: '.' }))
    host.scope.define(name, value);
  for (const name of [
    'fs',
    'path',
    'os',
    'util',
    'http',
    'https',
    'net',
    'crypto',
    'zlib',
    'events',
    'stream',
    'url',
    'child_process',
    'assert',
    'vm',
    'readline',
    'querystring',
    'dns',
    'tty',
    'v8',
    'worker_threads',
    'async_hooks',
    'perf_hooks',
    'string_decoder',
  ])
    host.scope.defineLazy(name, () => host.builtin(name));
  const code = prepareGlobalScript(host, {
    source: given.source,
    file: given.name,
    head: '',
    importDynamically: (specifier, options) => loader.importDynamically(specifier, parentUrl, options),
  });
  const result = host.scope.evaluateScript(code, given.name);
  if (!given.isPrinted) return;
  const console = host.builtin('console') as { log(value: unknown): void };
  console.log(result);
}

/** Runs `-e`, `-p` or a script on standard input. */
export function runEvaluated(runtime: NodeRuntime, given: EvaluatedSource): Promise<number> {
  runtime.start(() => {
    const isModule = given.isModule ?? (!given.isPrinted && runtime.loader.sources.isModuleSource(given.source));
    if (!isModule) {
      runScript(runtime, given);
      return null;
    }
    const url = pathToFileUrl(`${runtime.host.workingDirectory}/${given.name}1`);
    return runtime.loader.runModuleSource(given.source, url);
  });
  return runtime.ended;
}
