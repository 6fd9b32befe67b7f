import { nodeError } from '../../errors/node-error.ts';
import { fileUrlToPath, joinPath, type ModuleFiles, parentFolder, pathToFileUrl } from '../module-files.ts';
import { PackageScopes } from './package-scope.ts';
import { exportsMap, resolvePackageMap } from './package-targets.ts';

export const requireConditions: ReadonlySet<string> = new Set(['node', 'require', 'module-sync', 'node-addons']);
export const importConditions: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'node-addons']);

/** Matches specifiers that mean the same in a URL and in a path. */
const plainRelative = /^\.{1,2}\/[\w./@+~-]*[\w@+~-]$/;

function splitPackageName(specifier: string): { name: string; subpath: string } {
  const parts = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  return { name: parts.slice(0, length).join('/'), subpath: ['.', ...parts.slice(length)].join('/') };
}

/** Resolves specifiers to files with Node's two algorithms (CommonJS and ES modules). */
export class ModuleResolver {
  readonly scopes: PackageScopes;
  #conditions: { require: ReadonlySet<string>; import: ReadonlySet<string> } = { require: requireConditions, import: importConditions };

  constructor(
    private readonly files: ModuleFiles,
    private readonly isBuiltin: (specifier: string) => boolean,
  ) {
    this.scopes = new PackageScopes(files);
  }

  conditionsOf(mode: 'require' | 'import'): string[] {
    return [...this.#conditions[mode]];
  }

  /** Adds the `--conditions` of the command line. */
  addConditions(names: string[]): void {
    const { require, import: imported } = this.#conditions;
    this.#conditions = { require: new Set([...require, ...names]), import: new Set([...imported, ...names]) };
  }

  /** Resolves a CommonJS specifier to a real path, or null if there is none. `extensions` are tried in order. */
  resolveRequire(specifier: string, folder: string, extensions: string[], nodePaths: string[]): string | null {
    const found = this.#findRequired(specifier, folder, extensions, nodePaths);
    return found === null ? null : this.files.realpath(found);
  }

  #findRequired(specifier: string, folder: string, extensions: string[], nodePaths: string[]): string | null {
    if (specifier.startsWith('/') || specifier === '.' || specifier === '..' || /^\.\.?\//.test(specifier)) {
      const path = joinPath(folder, specifier);
      const mustBeFolder = /(^|\/)\.{0,2}$/.test(specifier);
      return (mustBeFolder ? null : this.tryFile(path, extensions)) ?? this.tryFolder(path, extensions);
    }
    if (specifier.startsWith('#')) return this.#resolveImports(specifier, folder, 'require', extensions);
    const { name, subpath } = splitPackageName(specifier);
    const self = this.#resolveSelf(name, subpath, folder, 'require');
    if (self !== null) return self;
    return this.findInFolders(specifier, [...this.nodeModulesFolders(folder), ...nodePaths], extensions);
  }

  /** Finds the package or file of that name in the first folder that has it, as in `node_modules`. */
  findInFolders(specifier: string, folders: readonly string[], extensions: string[]): string | null {
    const { name, subpath } = splitPackageName(specifier);
    for (const modules of folders) {
      if (this.files.kindOf(modules) !== 'directory') continue;
      const packageFolder = `${modules}/${name}`;
      const description = this.files.kindOf(packageFolder) === 'directory' ? this.scopes.read(packageFolder) : null;
      if (description !== null && description.exports !== null)
        return this.#resolveExports(packageFolder, description.exports, subpath, 'require');
      const path = `${modules}/${specifier}`;
      const found = this.tryFile(path, extensions) ?? this.tryFolder(path.replace(/\/+$/, ''), extensions);
      if (found !== null) return found;
    }
    return null;
  }

  nodeModulesFolders(folder: string): string[] {
    const folders: string[] = [];
    for (let current = folder; ; current = parentFolder(current)) {
      if (!current.endsWith('/node_modules')) folders.push(current === '/' ? '/node_modules' : `${current}/node_modules`);
      if (current === '/') return folders;
    }
  }

  tryFile(path: string, extensions: string[]): string | null {
    if (this.files.kindOf(path) === 'file') return path;
    for (const extension of extensions) if (this.files.kindOf(path + extension) === 'file') return path + extension;
    return null;
  }

  tryFolder(path: string, extensions: string[]): string | null {
    if (this.files.kindOf(path) !== 'directory') return null;
    const main = this.scopes.read(path)?.main ?? null;
    if (main !== null) {
      const target = joinPath(path, main);
      const found = this.tryFile(target, extensions) ?? this.tryFile(joinPath(target, 'index'), extensions);
      if (found !== null) return found;
    }
    return this.tryFile(joinPath(path, 'index'), extensions);
  }

  #resolveSelf(name: string, subpath: string, folder: string, mode: 'require' | 'import'): string | null {
    const scope = this.scopes.nearest(joinPath(folder, 'x'));
    if (scope === null || scope.exports === null || scope.name !== name) return null;
    return this.#resolveExports(scope.folder, scope.exports, subpath, mode);
  }

  #resolveExports(packageFolder: string, exports: unknown, subpath: string, mode: 'require' | 'import'): string {
    const request = { packageFolder, conditions: this.#conditions[mode], isImports: false, key: subpath };
    const target = resolvePackageMap(request, exportsMap(exports));
    if (target?.kind === 'path') {
      // A pattern may lead to a missing file; Node reports it by the path, not by the specifier.
      if (mode === 'require' && this.files.kindOf(target.path) !== 'file')
        throw Object.assign(new Error(`Cannot find module '${target.path}'`), {
          code: 'MODULE_NOT_FOUND',
          path: `${packageFolder}/package.json`,
        });
      return target.path;
    }
    const where = `${packageFolder}/package.json`;
    const message =
      subpath === '.' ? `No "exports" main defined in ${where}` : `Package subpath '${subpath}' is not defined by "exports" in ${where}`;
    throw nodeError(Error, 'ERR_PACKAGE_PATH_NOT_EXPORTED', message);
  }

  #resolveImports(specifier: string, folder: string, mode: 'require' | 'import', extensions: string[]): string {
    const scope = this.scopes.nearest(joinPath(folder, 'x'));
    if (scope !== null && typeof scope.imports === 'object' && scope.imports !== null) {
      const request = { packageFolder: scope.folder, conditions: this.#conditions[mode], isImports: true, key: specifier };
      const target = resolvePackageMap(request, scope.imports);
      if (target?.kind === 'path') return target.path;
      if (target?.kind === 'bare') {
        if (this.isBuiltin(target.specifier)) return target.specifier;
        const found =
          mode === 'require'
            ? this.#findRequired(target.specifier, scope.folder, extensions, [])
            : fileUrlToPath(this.resolveImport(target.specifier, pathToFileUrl(joinPath(scope.folder, 'x'))));
        if (found !== null) return found;
      }
    }
    const place = scope === null ? '' : ` in package ${scope.folder}/package.json`;
    throw nodeError(TypeError, 'ERR_PACKAGE_IMPORT_NOT_DEFINED', `Package import specifier "${specifier}" is not defined${place}`);
  }

  /** Resolves an ES module specifier to a URL. Throws ERR_MODULE_NOT_FOUND and similar errors. */
  resolveImport(specifier: string, parentUrl: string): string {
    if (this.isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
    if (plainRelative.test(specifier) && parentUrl.startsWith('file:'))
      return this.#finishPath(joinPath(parentFolder(fileUrlToPath(parentUrl)), specifier), parentUrl, '');
    if (/^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..')
      return this.#finishUrl(new URL(specifier, parentUrl), parentUrl);
    if (/^[a-z][a-z0-9+.-]*:/i.test(specifier)) return this.#resolveUrl(specifier, parentUrl);
    if (!parentUrl.startsWith('file:'))
      throw nodeError(
        TypeError,
        'ERR_UNSUPPORTED_RESOLVE_REQUEST',
        `Failed to resolve module specifier "${specifier}" from "${parentUrl}"`,
      );
    const folder = parentFolder(fileUrlToPath(parentUrl));
    if (specifier.startsWith('#')) {
      const path = this.#resolveImports(specifier, folder, 'import', []);
      return path.startsWith('/') ? this.#finishPath(path, parentUrl, '') : this.resolveImport(path, parentUrl);
    }
    return this.#finishPath(this.#findPackage(specifier, folder, parentUrl), parentUrl, '');
  }

  #resolveUrl(specifier: string, parentUrl: string): string {
    const url = new URL(specifier);
    if (url.protocol === 'file:') return this.#finishUrl(url, parentUrl);
    if (url.protocol === 'data:') return url.href;
    if (url.protocol === 'node:') throw nodeError(Error, 'ERR_UNKNOWN_BUILTIN_MODULE', `No such built-in module: ${specifier}`);
    throw nodeError(
      Error,
      'ERR_UNSUPPORTED_ESM_URL_SCHEME',
      `Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol '${url.protocol}'`,
    );
  }

  #finishUrl(url: URL, parentUrl: string): string {
    return this.#finishPath(decodeURIComponent(url.pathname), parentUrl, url.search + url.hash);
  }

  #finishPath(path: string, parentUrl: string, suffix: string): string {
    const kind = this.files.kindOf(path);
    const importer = parentUrl.startsWith('file:') ? fileUrlToPath(parentUrl) : parentUrl;
    if (kind === 'directory')
      throw nodeError(
        Error,
        'ERR_UNSUPPORTED_DIR_IMPORT',
        `Directory import '${path}' is not supported resolving ES modules imported from ${importer}`,
      );
    if (kind === null) throw nodeError(Error, 'ERR_MODULE_NOT_FOUND', `Cannot find module '${path}' imported from ${importer}`);
    return pathToFileUrl(this.files.realpath(path)) + suffix;
  }

  #findPackage(specifier: string, folder: string, parentUrl: string): string {
    const { name, subpath } = splitPackageName(specifier);
    if (name === '' || name.includes('\\') || name.startsWith('.'))
      throw nodeError(
        TypeError,
        'ERR_INVALID_MODULE_SPECIFIER',
        `Invalid module "${specifier}" is not a valid package name imported from ${folder}`,
      );
    const self = this.#resolveSelf(name, subpath, folder, 'import');
    if (self !== null) return self;
    for (const modules of this.nodeModulesFolders(folder)) {
      const packageFolder = `${modules}/${name}`;
      if (this.files.kindOf(packageFolder) !== 'directory') continue;
      const description = this.scopes.read(packageFolder);
      if (description !== null && description.exports !== null)
        return this.#resolveExports(packageFolder, description.exports, subpath, 'import');
      if (subpath !== '.') return joinPath(packageFolder, subpath);
      const main = this.tryFolder(packageFolder, ['.js', '.json', '.node']);
      if (main !== null) return main;
    }
    throw nodeError(Error, 'ERR_MODULE_NOT_FOUND', `Cannot find package '${name}' imported from ${fileUrlToPath(parentUrl)}`);
  }
}
