import { parentFolder } from './module-files.ts';

export type Require = ((specifier: string) => unknown) & {
  resolve: ((specifier: string, options?: { paths?: string[] }) => string) & { paths(specifier: string): string[] | null };
  main: unknown;
  extensions: unknown;
  cache: unknown;
};

/** An instance of Node's `Module`. */
export interface CommonJsModule {
  id: string;
  path: string;
  exports: unknown;
  filename: string | null;
  loaded: boolean;
  children: CommonJsModule[];
  paths: string[];
  parent: CommonJsModule | null | undefined;
  require(specifier: string): unknown;
  load(filename: string): void;
  /** Without a format, it is detected as for a file. */
  _compile(content: string, filename: string, format?: string): unknown;
}

export type Extension = (module: CommonJsModule, filename: string) => void;

/** The export of `require('module')`. Programs replace its members (pirates, tsx, vitest), so the loader always calls them through it. */
export interface ModuleConstructor {
  new (id: string, parent?: CommonJsModule | null): CommonJsModule;
  prototype: CommonJsModule;
  _load(request: string, parent: CommonJsModule | null, isMain?: boolean): unknown;
  _resolveFilename(request: string, parent: CommonJsModule | null, isMain?: boolean, options?: { paths?: string[] }): string;
  _resolveLookupPaths(request: string, parent: CommonJsModule | null): string[] | null;
  _findPath(request: string, paths: string[]): string | false;
  _nodeModulePaths(from: string): string[];
  _extensions: Record<string, Extension>;
  _cache: Record<string, CommonJsModule>;
  _pathCache: Record<string, string>;
  wrapper: [string, string];
  wrap(script: string): string;
  builtinModules: string[];
  isBuiltin(name: string): boolean;
  createRequire(file: string | URL): Require;
  Module: ModuleConstructor;
  [extra: string]: unknown;
}

export function createModuleConstructor(load: {
  require(module: CommonJsModule, specifier: string): unknown;
  load(module: CommonJsModule, filename: string): void;
  compile(module: CommonJsModule, content: string, filename: string, format?: string): unknown;
}): ModuleConstructor {
  // A function rather than a class because old tools call it with `Module.call(this, …)`.
  function Module(this: CommonJsModule, id = '', parent?: CommonJsModule | null) {
    this.id = id;
    this.path = parentFolder(id);
    this.exports = {};
    Object.defineProperty(this, 'parent', { value: parent, writable: true, configurable: true, enumerable: false });
    parent?.children.push(this);
    this.filename = null;
    this.loaded = false;
    this.children = [];
    this.paths = [];
  }
  Module.prototype.require = function (this: CommonJsModule, specifier: string) {
    return load.require(this, specifier);
  };
  Module.prototype.load = function (this: CommonJsModule, filename: string) {
    load.load(this, filename);
  };
  Module.prototype._compile = function (this: CommonJsModule, content: string, filename: string, format?: string) {
    return load.compile(this, content, filename, format);
  };
  // The loader adds the static members before the constructor is exposed.
  return Module as unknown as ModuleConstructor;
}
