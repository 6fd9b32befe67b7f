import type { NodeHost } from '../../node-host.ts';
import type { CommonJsModule } from '../common-js-module.ts';
import { fileUrlToPath, pathToFileUrl } from '../module-files.ts';
import type { ImportSource, ModuleSources } from '../module-sources.ts';
import type { ModuleResolver } from '../resolve/module-resolver.ts';
import { HooksThread } from './hooks-thread.ts';
import { type LoadContext, type LoadResult, ModuleHooks, type NextLoad, type ResolveResult, sourceText } from './module-hooks.ts';

/** Resolves and reads modules through the program's hooks, or directly if there are none. */
export class HookedModules {
  readonly hooks = new ModuleHooks();
  #thread: HooksThread | null = null;

  constructor(
    private readonly host: NodeHost,
    private readonly resolver: ModuleResolver,
    private readonly sources: ModuleSources,
  ) {}

  /** Implements `module.register`. */
  register(specifier: unknown, parent: unknown, options: unknown): void {
    const given = typeof parent === 'object' && parent !== null && !(parent instanceof URL) ? parent : (options ?? {});
    const parentUrl = given === parent ? Reflect.get(given, 'parentURL') : parent;
    if (this.#thread === null) {
      const thread = new HooksThread(this.host);
      this.#thread = thread;
      this.hooks.addFirst({
        isForImportsOnly: true,
        resolve: (name, context) => ({ ...thread.call('resolve', name, context), shortCircuit: true }),
        load: (url, context) => ({ ...thread.call('load', url, context), shortCircuit: true }),
      });
    }
    this.#thread.register(String(specifier), String(parentUrl ?? 'data:'), given);
  }

  /** Implements `module.registerHooks`. */
  registerHooks(given: unknown): { deregister(): void } {
    const { resolve, load } = (given ?? {}) as { resolve?: never; load?: never }; // A program's own functions; their results are checked.
    return { deregister: this.hooks.add({ resolve, load, isForImportsOnly: false }) };
  }

  resolveImport(specifier: string, parentUrl: string, importType: string | null): string {
    if (!this.hooks.isActive('import')) return this.resolver.resolveImport(specifier, parentUrl);
    const context = { conditions: this.resolver.conditionsOf('import'), importAttributes: attributesOf(importType), parentURL: parentUrl };
    return this.hooks.resolve('import', specifier, context, (name, given) => this.resolveLast(name, given?.parentURL ?? parentUrl)).url;
  }

  /** Node's default resolve step. */
  resolveLast(specifier: string, parentUrl: string): ResolveResult {
    const url = this.resolver.resolveImport(specifier, parentUrl);
    return { url, format: this.#plainFormat(url) };
  }

  /** Returns the format given by the name and the package; a format that depends on the source is detected when it is read. */
  #plainFormat(url: string): string | null {
    if (url.startsWith('node:')) return 'builtin';
    if (!url.startsWith('file:')) return null;
    const path = fileUrlToPath(url);
    if (/\.[mc]?ts$/.test(path)) {
      const format = path.endsWith('.ts') ? this.resolver.scopes.nearest(path)?.type : path.endsWith('.mts') ? 'module' : 'commonjs';
      return format === 'module' || format === 'commonjs' ? `${format}-typescript` : null;
    }
    const known = /\.([mc]?js|json|wasm|node)$/.test(path) || !/\.[^./]+$/.test(path);
    return known ? this.sources.formatOf(path, () => this.sources.readScript(path)) : null;
  }

  readForImport(url: string, importType: string | null): ImportSource {
    if (!this.hooks.isActive('import')) return this.sources.readForImport(url, importType);
    const context: LoadContext = {
      conditions: this.resolver.conditionsOf('import'),
      format: this.hooks.formatOf(url),
      importAttributes: attributesOf(importType),
    };
    const loaded = this.hooks.load('import', url, context, this.loadLast);
    return this.sources.fromHook(url, { format: loaded.format ?? 'module', source: sourceText(loaded.source), importType });
  }

  /** Node's default load step: returns the text of an ES module; a CommonJS module is read when it runs. */
  readonly loadLast: NextLoad = (url, context) => {
    const format = context?.format ?? this.#plainFormat(url) ?? this.#formatOfContent(url);
    if (format === 'builtin' || format === 'commonjs') return { format, source: null };
    const virtual = this.sources.virtualSource(url);
    if (virtual !== undefined) return { format: 'module', source: virtual };
    if (url.startsWith('data:')) return { format, source: this.sources.dataText(url).text };
    return { format, source: this.sources.readRequired(fileUrlToPath(url)) };
  };

  #formatOfContent(url: string): string {
    if (!url.startsWith('file:')) return this.sources.virtualSource(url) === undefined ? this.sources.dataText(url).format : 'module';
    const path = fileUrlToPath(url);
    return this.sources.formatOf(path, () => this.sources.readScript(path));
  }

  /** Returns the path a `require` resolves to; `plain` resolves it without hooks. */
  resolveRequire(request: string, parent: CommonJsModule | null, plain: (request: string) => string): string {
    if (!this.hooks.isActive('require')) return plain(request);
    const parentURL = parent?.filename ? pathToFileUrl(parent.filename) : undefined;
    const context = { conditions: this.resolver.conditionsOf('require'), importAttributes: {}, parentURL };
    const { url } = this.hooks.resolve('require', request, context, (name) => {
      const found = plain(name);
      return found.startsWith('/')
        ? { url: pathToFileUrl(found), format: this.#plainFormat(pathToFileUrl(found)) }
        : { url: `node:${found.replace(/^node:/, '')}`, format: 'builtin' };
    });
    return url.startsWith('file:') ? fileUrlToPath(url) : url;
  }

  /** Returns a load hook's result for a required file, or null if no hook changes it and it is read as usual. */
  readForRequire(filename: string): LoadResult | null {
    if (!this.hooks.isActive('require')) return null;
    const url = pathToFileUrl(filename);
    const format = this.hooks.formatOf(url) ?? this.#plainFormat(url);
    let isPlain = false;
    const result = this.hooks.load(
      'require',
      url,
      { conditions: this.resolver.conditionsOf('require'), format, importAttributes: {} },
      (name, given) => {
        isPlain = given?.format === format;
        return { format: given?.format ?? format, source: this.sources.readRequired(fileUrlToPath(name)) };
      },
    );
    return isPlain && result.source === undefined ? null : result;
  }
}

function attributesOf(importType: string | null): Record<string, string> {
  return importType === null ? {} : { type: importType };
}
