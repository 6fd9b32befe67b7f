import type { BuiltinModules } from '../builtin-modules.ts';
import { invalidArgumentType } from '../errors/node-error.ts';
import { shapeSystemError } from '../errors/shape-system-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { CommonJsLoader } from './common-js-loader.ts';
import type { CommonJsModule } from './common-js-module.ts';
import { EsModuleLoader } from './es-module-loader.ts';
import { HookedModules } from './hooks/hooked-modules.ts';
import { fileUrlToPath, joinPath, type ModuleFiles, pathToFileUrl } from './module-files.ts';
import { ModuleSources } from './module-sources.ts';
import { NativeCode } from './native-code.ts';
import { ReadAhead } from './read-ahead.ts';
import { ModuleResolver } from './resolve/module-resolver.ts';
import type { RewrittenText } from './rewrite/rewritten-texts.ts';
import type { SourceMapAccess } from './source-map-access.ts';
import { TransformCache } from './transform-cache.ts';
import { TypeStripper, TypeStripperMissing } from './type-stripper.ts';
import { loadTypeStripperModule } from './type-stripper-module.ts';
import { WATCH_MESSAGE, WATCH_VARIABLE } from './watch-report.ts';

/**
 * Returns a function that reports each file read to the watcher of `node --watch`, immediately because a program may end before it is idle.
 */
function dependencyReport(host: NodeHost): (path: string) => void {
  const { context, system } = host;
  const { [WATCH_VARIABLE]: isWatched, NODE_CHANNEL_FD: channel } = context.env;
  if (isWatched === undefined || channel === undefined) return () => {};
  delete context.env[WATCH_VARIABLE];
  const encoder = new TextEncoder();
  return (path) => {
    // After a disconnect, the program may have another file under that descriptor.
    if (host.builtin('process').connected !== true) return;
    try {
      system.sync('write', Number(channel), encoder.encode(`${JSON.stringify({ [WATCH_MESSAGE]: [path] })}\n`), null);
    } catch {
      // The watcher is gone.
    }
  };
}

function createModuleFiles(host: NodeHost, ahead: ReadAhead, builtins: BuiltinModules): ModuleFiles {
  const report = dependencyReport(host);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    kindOf: (path) => ahead.kindOf(path),
    readText(path) {
      report(path);
      try {
        return decoder.decode(ahead.readFile(path));
      } catch (error) {
        throw shapeSystemError(error, { syscall: 'open', path });
      }
    },
    realpath: (path) => {
      const given = builtins.replaced('fs', 'realpathSync')?.(path);
      return typeof given === 'string' ? given : ahead.realpath(path);
    },
    readReplaced: (path) => {
      const read = builtins.replaced('fs', 'readFileSync');
      if (read === null) return null;
      report(path);
      return String(read(path, 'utf8'));
    },
  };
}

/** Combines both loaders over one resolver and one cache, and starts programs. */
export class ProgramLoader {
  readonly commonJs: CommonJsLoader;
  readonly esModules: EsModuleLoader;
  readonly resolver: ModuleResolver;
  readonly sources: ModuleSources;
  readonly modules: HookedModules;
  readonly moduleExports: BuiltinExports;
  readonly nativeCode: NativeCode;
  readonly #files: ModuleFiles;
  readonly #typeStripper: TypeStripper;

  constructor(
    private readonly host: NodeHost,
    builtins: BuiltinModules,
    private readonly sourceMaps: SourceMapAccess,
  ) {
    const ahead = new ReadAhead(host.system);
    this.nativeCode = new NativeCode(host);
    this.#files = createModuleFiles(host, ahead, builtins);
    this.#typeStripper = new TypeStripper(() => loadTypeStripperModule(host));
    const isBuiltin = (specifier: string) => builtins.has(specifier);
    this.resolver = new ModuleResolver(this.#files, isBuiltin);
    this.sources = new ModuleSources(this.#files, this.resolver.scopes, new TransformCache(ahead), this.#typeStripper);
    this.modules = new HookedModules(host, this.resolver, this.sources);
    const noteCode = (file: string, headLength: number, rewritten: RewrittenText | null) => {
      host.scope.headLengths.set(file, headLength);
      if (rewritten === null) host.scope.rewritten.notePlain(file);
      else host.scope.rewritten.note(file, rewritten);
    };
    const evaluate = (expression: string, file: string) => host.scope.evaluate(expression, file);
    const importDynamically = (specifier: unknown, parentUrl: string, options: unknown) =>
      this.importDynamically(specifier, parentUrl, options);
    this.esModules = new EsModuleLoader({
      modules: this.modules,
      // Hooks run the program's own code, which must not see cached answers.
      loadGraph: (url, load) => (this.modules.hooks.isActive('import') ? load() : ahead.during(url, load)),
      resolveMeta: (specifier, parentUrl) =>
        /^(\.{0,2}\/|file:)/.test(specifier) && !this.modules.hooks.isActive('import')
          ? new URL(specifier, parentUrl).href
          : this.modules.resolveImport(specifier, parentUrl, null),
      loadBuiltin: (name) => builtins.load(name),
      requireFile: (path, source) =>
        source === null ? this.commonJs.Module._load(path, null, false) : this.commonJs.runSource(path, source),
      evaluate,
      noteCode,
      awaitContext: host.awaitContext,
      importDynamically,
    });
    this.commonJs = new CommonJsLoader({
      files: this.#files,
      resolver: this.resolver,
      sources: this.sources,
      modules: this.modules,
      builtinNames: builtins.names,
      isBuiltin,
      loadBuiltin: (name) => builtins.load(name),
      requireEsModule: (path) => this.esModules.requireSync(path),
      evaluate,
      noteCode,
      awaitContext: host.awaitContext,
      importDynamically,
      workingDirectory: () => host.workingDirectory,
      loadAddon: (module, filename) => (host.builtin('process').dlopen as (module: object, filename: string) => void)(module, filename),
      explain: (error, filename) => this.nativeCode.explain(error, filename),
      mainPath: () => (host.builtin('process').argv as string[])[1] ?? '',
      globalPaths: (host.context.env.NODE_PATH ?? '').split(':').filter(Boolean),
    });
    this.moduleExports = this.#createModuleExports();
  }

  #createModuleExports(): BuiltinExports {
    const { Module } = this.commonJs;
    Object.assign(Module, {
      findSourceMap: (path: unknown) => this.sourceMaps.store.find(String(path)),
      syncBuiltinESMExports: () => {},
      constants: Object.freeze({
        compileCacheStatus: Object.freeze({ FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 }),
      }),
      // The engine caches compiled modules itself.
      enableCompileCache: () => ({ status: 3 }),
      flushCompileCache: () => {},
      getCompileCacheDir: () => undefined,
      findPackageJSON: (specifier: unknown, base?: unknown) => this.#findPackageFile(specifier, base),
      getSourceMapsSupport: () => Object.freeze({ enabled: this.sourceMaps.isEnabled, nodeModules: false, generatedCode: false }),
      setSourceMapsSupport: (isEnabled: unknown) => {
        if (typeof isEnabled !== 'boolean') throw invalidArgumentType('enabled', 'of type boolean', isEnabled);
        this.sourceMaps.isEnabled = isEnabled;
      },
      stripTypeScriptTypes: (source: string) => this.#typeStripper.strip(source, 'code.ts'),
      register: (specifier: unknown, parent: unknown, options: unknown) => this.modules.register(specifier, parent, options),
      registerHooks: (hooks: unknown) => this.modules.registerHooks(hooks),
      _preloadModules: (requests: unknown) => {
        if (!Array.isArray(requests)) return;
        for (const request of requests) this.createVirtualModule('internal-preload').require(String(request));
      },
    });
    // Settable because jest copies every entry onto its own subclass.
    Object.defineProperty(Module, 'SourceMap', {
      enumerable: true,
      configurable: true,
      get: () => this.sourceMaps.store.SourceMap,
      set(this: object, value: unknown) {
        Object.defineProperty(this, 'SourceMap', { value, enumerable: true, configurable: true, writable: true });
      },
    });
    // The module's export is the constructor.
    return Module as unknown as BuiltinExports;
  }

  /** Implements `module.findPackageJSON`: finds the package.json of the package that a specifier resolves to from `base`. */
  #findPackageFile(specifier: unknown, base: unknown): string | undefined {
    const toPath = (value: unknown) => (/^file:/.test(String(value)) ? fileUrlToPath(String(value)) : String(value));
    const text = String(specifier);
    const isPath = /^(?:\.{0,2}\/|file:|\.{1,2}$)/.test(text);
    const from = base === undefined ? this.host.workingDirectory : toPath(base).replace(/\/[^/]*$/, '');
    if (isPath) return this.#nearestPackageFile(joinPath(from, toPath(text)));
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(text)?.[0] ?? text;
    const found = this.resolver
      .nodeModulesFolders(from)
      .map((folder) => joinPath(folder, `${name}/package.json`))
      .find((path) => this.#files.kindOf(path) === 'file');
    return found === undefined ? undefined : this.#files.realpath(found);
  }

  #nearestPackageFile(start: string): string | undefined {
    for (let folder = start; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
      const path = `${folder}/package.json`;
      if (this.#files.kindOf(path) === 'file') return path;
      if (folder === '') return undefined;
    }
  }

  /** Implements `import()`. It loads in a later macrotask, because Node's never finishes immediately. */
  importDynamically(specifier: unknown, parentUrl: string, options: unknown): Promise<object> {
    const attributes: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'with') : null;
    const type: unknown = typeof attributes === 'object' && attributes !== null ? Reflect.get(attributes, 'type') : null;
    return new Promise((resolve, reject) => {
      let text: string;
      try {
        text = `${specifier as string}`;
      } catch (error) {
        return reject(error);
      }
      this.host.loop.post(() => {
        this.#importNow(text, parentUrl, typeof type === 'string' ? type : null).then(resolve, reject);
      });
    });
  }

  async #importNow(specifier: string, parentUrl: string, importType: string | null): Promise<object> {
    const url = this.modules.resolveImport(specifier, parentUrl, importType);
    const record = await this.#link(url, importType);
    const evaluation = this.esModules.evaluate(record);
    if (evaluation !== null) await evaluation;
    return record.namespace;
  }

  async #link(url: string, importType: string | null) {
    try {
      return this.esModules.link(url, importType);
    } catch (error) {
      if (!(error instanceof TypeStripperMissing)) throw error;
      await this.host.loop.hold(this.#typeStripper.load());
      return this.esModules.link(url, importType);
    }
  }

  /** Returns the path of the program's main file. Throws the same error as Node if it does not exist. */
  resolveMain(path: string): string {
    const absolute = this.host.resolvePath(path);
    const extensions = Object.keys(this.commonJs.Module._extensions);
    const found = this.resolver.tryFile(absolute, extensions) ?? this.resolver.tryFolder(absolute, extensions);
    if (found !== null) return this.#files.realpath(found);
    throw Object.assign(new Error(`Cannot find module '${absolute}'`), { code: 'MODULE_NOT_FOUND', requireStack: [] });
  }

  /** Loads what a main file with types needs before it can run synchronously. */
  async prepareMain(path: string): Promise<void> {
    if (/\.[mc]?ts$/.test(path)) await this.#typeStripper.load();
  }

  runMain(path: string): Promise<unknown> | null {
    if (this.sources.formatOf(path, () => this.sources.readScript(path)) !== 'module') {
      this.commonJs.Module._load(path, null, true);
      return null;
    }
    return this.importMain(pathToFileUrl(path));
  }

  importMain(url: string): Promise<unknown> | null {
    const linked = this.#linkNow(url);
    if (linked instanceof Promise) return linked.then((record) => this.esModules.evaluate(record));
    return this.esModules.evaluate(linked);
  }

  #linkNow(url: string) {
    try {
      return this.esModules.link(url);
    } catch (error) {
      if (!(error instanceof TypeStripperMissing)) throw error;
      return this.#link(url, null);
    }
  }

  /** Runs ES module source that is not a file; its relative imports are resolved against `url`. */
  runModuleSource(source: string, url: string): Promise<unknown> | null {
    this.sources.addVirtual(url, source);
    return this.importMain(url);
  }

  /** Creates a module for code that is not a file: `-e` or standard input. */
  createVirtualModule(name: string): CommonJsModule {
    const path = joinPath(this.host.workingDirectory, name);
    const module = new this.commonJs.Module(name, null);
    module.filename = path;
    module.path = this.host.workingDirectory;
    module.paths = this.resolver.nodeModulesFolders(this.host.workingDirectory);
    return module;
  }
}
