import { invalidArgumentType, nodeError } from '../errors/node-error.ts';
import { type CommonJsModule, createModuleConstructor, type ModuleConstructor, type Require } from './common-js-module.ts';
import type { HookedModules } from './hooks/hooked-modules.ts';
import { fileUrlToPath, joinPath, type ModuleFiles, parentFolder, pathToFileUrl } from './module-files.ts';
import { createNamespace, defineLiveExport } from './module-namespace.ts';
import type { ModuleSources } from './module-sources.ts';
import type { ModuleResolver } from './resolve/module-resolver.ts';
import { locateCompileError } from './rewrite/locate-compile-error.ts';
import type { RewrittenText } from './rewrite/rewritten-texts.ts';

export interface CommonJsHost {
  files: ModuleFiles;
  resolver: ModuleResolver;
  sources: ModuleSources;
  modules: HookedModules;
  builtinNames: string[];
  isBuiltin(specifier: string): boolean;
  loadBuiltin(name: string): unknown;
  requireEsModule(path: string): object;
  evaluate(expression: string, file: string): unknown;
  /** `headLength` is the number of characters added in front of a file's first line. `rewritten` is null if the rest is unchanged. */
  noteCode(file: string, headLength: number, rewritten: RewrittenText | null): void;
  /** The object that rewritten awaits call. */
  awaitContext: unknown;
  importDynamically(specifier: unknown, parentUrl: string, options: unknown): Promise<object>;
  workingDirectory(): string;
  /** `process.argv[1]`. */
  mainPath(): string;
  loadAddon(module: CommonJsModule, filename: string): void;
  /** Adds detail to the error that ended a module. */
  explain(error: unknown, filename: string): void;
  /** `NODE_PATH`. */
  globalPaths: string[];
}

type Wrapper = (this: unknown, exports: unknown, require: Require, module: CommonJsModule, filename: string, folder: string) => unknown;

const wrapperHead = '(function (exports, require, module, __filename, __dirname';

/** Loads CommonJS modules. */
export class CommonJsLoader {
  readonly Module: ModuleConstructor;
  mainModule: CommonJsModule | undefined;
  readonly #ownCompile: CommonJsModule['_compile'];

  constructor(private readonly host: CommonJsHost) {
    const Module = createModuleConstructor({
      require: (module, specifier) => this.#require(module, specifier),
      load: (module, filename) => this.#loadFile(module, filename),
      compile: (module, content, filename, format) => this.#compile(module, content, filename, format),
    });
    this.Module = Module;
    this.#ownCompile = Module.prototype._compile;
    this.#addStatics(Module);
  }

  #addStatics(Module: ModuleConstructor): void {
    const { host } = this;
    Module.Module = Module;
    Module._cache = Object.create(null);
    Module._pathCache = Object.create(null);
    Module._extensions = Object.assign(Object.create(null), {
      '.js': (module: CommonJsModule, filename: string) => this.#loadScript(module, filename),
      '.json': (module: CommonJsModule, filename: string) => this.#loadJson(module, filename),
      '.node': (module: CommonJsModule, filename: string) => host.loadAddon(module, filename),
    });
    Module._load = (request, parent, isMain) => this.#load(request, parent, isMain === true);
    Module._resolveFilename = (request, parent, _isMain, options) =>
      host.modules.resolveRequire(request, parent, (name) => this.#resolve(name, parent, options?.paths));
    Module._nodeModulePaths = (from) => host.resolver.nodeModulesFolders(from);
    Module._resolveLookupPaths = (request, parent) => {
      if (host.isBuiltin(request)) return null;
      return /^\.{1,2}(\/|$)/.test(request) ? [parent?.path ?? '.'] : [...(parent?.paths ?? []), ...host.globalPaths];
    };
    Module._findPath = (request, paths) => {
      if (request.startsWith('/')) paths = ['/'];
      const isPath = /^(?:\.{0,2}\/|\.{1,2}$)/.test(request);
      for (const folder of paths) {
        const path = joinPath(folder, request);
        const found = isPath
          ? (host.resolver.tryFile(path, this.#extensions()) ?? host.resolver.tryFolder(path, this.#extensions()))
          : host.resolver.findInFolders(request, [folder], this.#extensions());
        if (found !== null) return host.files.realpath(found);
      }
      return false;
    };
    Module.wrapper = [`${wrapperHead}) { `, '\n});'];
    Module.wrap = (script) => Module.wrapper[0] + script + Module.wrapper[1];
    Module.builtinModules = host.builtinNames;
    Module.isBuiltin = (name) => host.isBuiltin(name);
    Module.createRequire = (file) => this.createRequire(file);
    Module.globalPaths = host.globalPaths;
    // Tools that run scripts with their own settings (ts-node) put the script into argv and load the main program again.
    Module.runMain = (path?: string) => Module._load(path ?? host.mainPath(), null, true);
  }

  #extensions(): string[] {
    return Object.keys(this.Module._extensions);
  }

  #require(module: CommonJsModule, specifier: unknown): unknown {
    if (typeof specifier !== 'string') throw invalidArgumentType('id', 'of type string', specifier);
    if (specifier === '') throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', "The argument 'id' must be a non-empty string. Received ''");
    return this.Module._load(specifier, module, false);
  }

  #resolve(request: string, parent: CommonJsModule | null, paths?: string[]): string {
    if (this.host.isBuiltin(request)) return request;
    const own = parent?.filename ? parentFolder(parent.filename) : (parent?.path ?? this.host.workingDirectory());
    for (const folder of paths ?? [own]) {
      const absolute = joinPath(this.host.workingDirectory(), folder);
      const found = this.host.resolver.resolveRequire(request, absolute, this.#extensions(), this.host.globalPaths);
      if (found !== null) return found;
    }
    const added = paths === undefined && !/^(?:\.{1,2}(?:\/|$)|\/|#)/.test(request) ? this.#findInAddedPaths(request, parent, own) : null;
    if (added !== null) return added;
    const requireStack: string[] = [];
    for (let cursor = parent; cursor; cursor = cursor.parent ?? null) requireStack.push(cursor.filename ?? cursor.id);
    const lines = requireStack.length === 0 ? '' : `\nRequire stack:\n- ${requireStack.join('\n- ')}`;
    throw Object.assign(new Error(`Cannot find module '${request}'${lines}`), { code: 'MODULE_NOT_FOUND', requireStack });
  }

  /**
   * Finds a module in folders that a program has added to `module.paths`, or that its own `Module._nodeModulePaths` or
   * `Module._resolveLookupPaths` returns (app-module-path).
   */
  #findInAddedPaths(request: string, parent: CommonJsModule | null, own: string): string | null {
    const usual = new Set(this.host.resolver.nodeModulesFolders(own));
    const added = (this.Module._resolveLookupPaths(request, parent) ?? []).filter((folder) => !usual.has(folder));
    return this.Module._findPath(request, added) || null;
  }

  #load(request: string, parent: CommonJsModule | null, isMain: boolean): unknown {
    const { Module, host } = this;
    if (request.startsWith('node:')) return host.loadBuiltin(request.slice('node:'.length));
    const filename = Module._resolveFilename(request, parent, isMain);
    const cached = Module._cache[filename];
    if (cached !== undefined) {
      if (parent && !parent.children.includes(cached)) parent.children.push(cached);
      return cached.exports;
    }
    if (host.isBuiltin(filename)) return host.loadBuiltin(filename.replace(/^node:/, ''));
    const module = new Module(filename, parent);
    if (isMain) {
      this.mainModule = module;
      module.id = '.';
    }
    Module._cache[filename] = module;
    let isLoaded = false;
    try {
      module.load(filename);
      isLoaded = true;
    } catch (error) {
      host.explain(error, filename);
      throw error;
    } finally {
      if (!isLoaded) {
        delete Module._cache[filename];
        const index = parent?.children.indexOf(module) ?? -1;
        if (index !== -1) parent?.children.splice(index, 1);
      }
    }
    return module.exports;
  }

  #loadFile(module: CommonJsModule, filename: string): void {
    module.filename = filename;
    module.paths = this.Module._nodeModulePaths(parentFolder(filename));
    const base = filename.slice(filename.lastIndexOf('/') + 1);
    let extension = '.js';
    for (let dot = base.indexOf('.', 1); dot !== -1; dot = base.indexOf('.', dot + 1)) {
      if (Object.hasOwn(this.Module._extensions, base.slice(dot)) || this.Module._extensions[base.slice(dot)] !== undefined) {
        extension = base.slice(dot);
        break;
      }
    }
    const hooked = this.host.modules.readForRequire(filename);
    if (hooked === null) this.Module._extensions[extension]?.(module, filename);
    else this.#loadHooked(module, filename, this.host.sources.forRequire(filename, hooked));
    module.loaded = true;
  }

  #loadHooked(module: CommonJsModule, filename: string, loaded: { format: string; text: string }): void {
    if (loaded.format === 'json') module.exports = JSON.parse(loaded.text);
    else if (loaded.format === 'module') module.exports = exportsOfEsModule(this.host.requireEsModule(filename));
    else module._compile(loaded.text, filename);
  }

  /** Runs a module whose source was returned by a hook. */
  runSource(filename: string, source: string): unknown {
    const { Module } = this;
    const cached = Module._cache[filename];
    if (cached !== undefined) return cached.exports;
    const module = new Module(filename, null);
    module.filename = filename;
    module.paths = Module._nodeModulePaths(parentFolder(filename));
    Module._cache[filename] = module;
    try {
      module._compile(source, filename);
      module.loaded = true;
    } finally {
      if (!module.loaded) delete Module._cache[filename];
    }
    return module.exports;
  }

  #loadScript(module: CommonJsModule, filename: string): void {
    // A program that installs its own compiler in front of `_compile` (ts-node, pirates) expects the original text.
    const { sources } = this.host;
    const isCompiledElsewhere = Object.hasOwn(module, '_compile');
    const content = isCompiledElsewhere ? sources.readRequired(filename) : sources.readRequiredScript(filename);
    if (isCompiledElsewhere && !filename.endsWith('.js')) {
      module._compile(content, filename);
      return;
    }
    // The package's `type` does not apply to a required file without an extension (`yargs/yargs`).
    const isNamed = /\.[^./]+$/.test(filename);
    const plainFormat = () => (sources.isModuleSource(content) ? 'module' : 'commonjs');
    const format = isNamed ? sources.formatOf(filename, () => content) : plainFormat();
    // An unmodified file does not need a copy in memory.
    if (format === 'module' && module._compile === this.#ownCompile)
      module.exports = exportsOfEsModule(this.host.requireEsModule(filename));
    else module._compile(content, filename, format === 'module' ? format : 'commonjs');
  }

  #loadJson(module: CommonJsModule, filename: string): void {
    try {
      module.exports = JSON.parse(this.host.sources.readRequired(filename).replace(/^\uFEFF/, ''));
    } catch (error) {
      if (error instanceof SyntaxError) error.message = `${filename}: ${error.message}`;
      throw error;
    }
  }

  /** A caller that passes source without a format (Next.js with its configuration) may pass an ES module. */
  #compile(module: CommonJsModule, content: string, filename: string, format?: string): unknown {
    const { sources } = this.host;
    if (format === 'module' || (format === undefined && sources.isModuleSource(content))) {
      const path = joinPath(this.host.workingDirectory(), filename);
      sources.addVirtual(pathToFileUrl(path), content);
      module.exports = exportsOfEsModule(this.host.requireEsModule(path));
      return undefined;
    }
    const wrapper = this.#compileWrapper(content, filename);
    const require = this.makeRequire(module);
    return wrapper.call(module.exports, module.exports, require, module, filename, parentFolder(filename));
  }

  #compileWrapper(content: string, filename: string): Wrapper {
    const rewritten = this.host.sources.rewriteScript(content);
    const body = (rewritten?.code ?? content).replace(/^#!/, '//');
    const [head, tail] = this.Module.wrapper;
    // Tools change the wrapper text.
    const isPlain = head === `${wrapperHead}) { `;
    const wrapped = isPlain ? `${wrapperHead}) {${body}\n})` : `${head}${body}${tail.replace(/;\s*$/, '')}`;
    // The added parameters go into an outer function, because a module's `arguments` must have five elements.
    const importer = (specifier: unknown, options: unknown) => this.host.importDynamically(specifier, parentUrl, options);
    const parentUrl = pathToFileUrl(joinPath(this.host.workingDirectory(), filename));
    const given = new Map<string | null, unknown>([
      [rewritten?.importerName ?? null, importer],
      [rewritten?.awaitName ?? null, this.host.awaitContext],
    ]);
    given.delete(null);
    const expression = rewritten === null ? wrapped : `(function(${[...given.keys()].join(',')}) { return ${wrapped}})`;
    const bodyStart = expression.indexOf(body);
    const noted = rewritten === null ? null : { ...rewritten, code: expression, bodyStart, bodyEnd: bodyStart + body.length };
    this.host.noteCode(filename, bodyStart, noted);
    try {
      const evaluated = this.host.evaluate(expression, filename);
      // The result is the function whose head is written above.
      if (rewritten === null) return evaluated as Wrapper;
      return (evaluated as (...given: unknown[]) => Wrapper)(...given.values());
    } catch (error) {
      throw error instanceof SyntaxError ? locateCompileError(error, content, filename) : error;
    }
  }

  makeRequire(module: CommonJsModule): Require {
    const { Module } = this;
    const resolve = Object.assign(
      (specifier: string, options?: { paths?: string[] }) => Module._resolveFilename(specifier, module, false, options),
      {
        paths: (specifier: string) => Module._resolveLookupPaths(specifier, module),
      },
    );
    return Object.assign((specifier: string) => module.require(specifier), {
      resolve,
      main: this.mainModule,
      extensions: Module._extensions,
      cache: Module._cache,
    });
  }

  createRequire(file: string | URL): Require {
    const text = String(file);
    const path = text.startsWith('file:') ? fileUrlToPath(text) : text;
    if (!path.startsWith('/'))
      throw nodeError(
        TypeError,
        'ERR_INVALID_ARG_VALUE',
        `The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received '${text}'`,
      );
    const isFolder = path.endsWith('/');
    const module = new this.Module(isFolder ? `${path}noop.js` : path, null);
    module.filename = module.id;
    module.paths = this.Module._nodeModulePaths(module.path);
    return this.makeRequire(module);
  }
}

/**
 * Returns the `require()` result for an ES module. A default export without `__esModule` gets one, so that code compiled from ES modules
 * reads `.default`.
 */
function exportsOfEsModule(namespace: object): unknown {
  if ('module.exports' in namespace) return namespace['module.exports'];
  if (!('default' in namespace) || '__esModule' in namespace) return namespace;
  const copy = createNamespace();
  for (const name of ['__esModule', ...Object.keys(namespace)].sort())
    defineLiveExport(copy, name, () => (name === '__esModule' ? true : Reflect.get(namespace, name)));
  return copy;
}
