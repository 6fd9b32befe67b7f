import { nodeError } from '../errors/node-error.ts';
import type { HookedModules } from './hooks/hooked-modules.ts';
import { ModuleEvaluation } from './module-evaluation.ts';
import { fileUrlToPath, parentFolder, pathToFileUrl } from './module-files.ts';
import { createNamespace, defineLiveExport, fillFromExports } from './module-namespace.ts';
import { allExportNames, type ModuleBody, type ModuleRecord, resolveExport } from './module-record.ts';
import { MODULE_TAIL } from './rewrite/rewrite-module.ts';
import type { RewrittenText } from './rewrite/rewritten-texts.ts';

/** The services that the loader needs from the process. */
export interface EsModuleHost {
  modules: HookedModules;
  /** Wraps the loading of a module graph, during which no module runs. */
  loadGraph<Result>(url: string, load: () => Result): Result;
  /** Implements `import.meta.resolve`; the file does not have to exist. */
  resolveMeta(specifier: string, parentUrl: string): string;
  loadBuiltin(name: string): unknown;
  /** Runs a CommonJS module, or finds it in the cache, and returns its exports. */
  requireFile(path: string, source: string | null): unknown;
  evaluate(expression: string, file: string): unknown;
  noteCode(file: string, headLength: number, rewritten: RewrittenText): void;
  /** The object that rewritten awaits call. */
  awaitContext: unknown;
  importDynamically(specifier: unknown, parentUrl: string, options: unknown): Promise<object>;
}

type BodyFactory = (
  namespaces: object[],
  meta: object,
  importer: unknown,
  register: (getters: object) => void,
  awaits: unknown,
) => ModuleBody;

/** Links and evaluates ES module graphs, synchronously unless a module awaits at its top level. */
export class EsModuleLoader {
  readonly #records = new Map<string, ModuleRecord>();
  readonly #evaluation = new ModuleEvaluation((record) => this.#run(record));

  constructor(private readonly host: EsModuleHost) {}

  /** Returns the linked record of a URL, with all its dependencies linked. None of the program's code has run yet. */
  link(url: string, importType: string | null = null): ModuleRecord {
    const fresh: ModuleRecord[] = [];
    try {
      const known = this.#records.get(url);
      if (known !== undefined) return known;
      const record = this.host.loadGraph(url, () => this.#load(url, importType, fresh));
      for (const item of fresh) this.#checkImports(item);
      for (const item of fresh) this.#instantiate(item);
      for (const item of fresh) this.#finishNamespace(item);
      for (const item of fresh) if (item.state.phase === 'linking') item.state = { phase: 'linked' };
      return record;
    } catch (error) {
      for (const item of fresh) this.#records.delete(item.url);
      throw error;
    }
  }

  #load(url: string, importType: string | null, fresh: ModuleRecord[]): ModuleRecord {
    const known = this.#records.get(url);
    if (known !== undefined) return known;
    const record: ModuleRecord = {
      url,
      namespace: createNamespace(),
      source: null,
      evaluateOther: null,
      requests: [],
      ownGetters: new Map(),
      body: null,
      cycleRoot: null,
      state: { phase: 'linking' },
    };
    this.#records.set(url, record);
    fresh.push(record);
    this.#loadContent(record, importType);
    for (const request of record.source?.requests ?? []) {
      const target = this.host.modules.resolveImport(request.specifier, url, request.importType);
      record.requests.push({ ...request, record: this.#load(target, request.importType, fresh) });
    }
    return record;
  }

  #loadContent(record: ModuleRecord, importType: string | null): void {
    const { url, namespace } = record;
    if (url.startsWith('node:')) {
      fillFromExports(namespace, this.host.loadBuiltin(url.slice('node:'.length)));
      record.state = { phase: 'evaluated' };
      return;
    }
    const source = this.host.modules.readForImport(url, importType);
    if (source.format === 'module') {
      record.source = source.rewritten;
    } else if (source.format === 'json') {
      Object.defineProperty(namespace, 'default', { value: source.value, enumerable: true, writable: true, configurable: false });
      record.state = { phase: 'evaluated' };
    } else if (source.format === 'builtin') {
      fillFromExports(namespace, this.host.loadBuiltin(url.replace(/^node:/, '')));
      record.state = { phase: 'evaluated' };
    } else {
      const path = fileUrlToPath(url);
      record.evaluateOther = () => fillFromExports(namespace, this.host.requireFile(path, source.source));
    }
  }

  /** Throws a SyntaxError for an imported name that no module provides, before any code runs. */
  #checkImports(record: ModuleRecord): void {
    for (const request of record.requests) {
      for (const name of request.names) {
        const target = request.record;
        if (target.source === null && target.state.phase !== 'evaluated') continue;
        const resolved = resolveExport(target, name);
        const isMissing = resolved === null || (target.source === null && !(name in target.namespace));
        if (isMissing) throw missingExport(record, request.specifier, name);
        if (resolved === 'ambiguous')
          throw new SyntaxError(`The requested module '${request.specifier}' contains conflicting star exports for name '${name}'`);
      }
    }
  }

  #instantiate(record: ModuleRecord): void {
    const { source, url } = record;
    if (source === null) return;
    const { code, head, edits, prefix } = source;
    this.host.noteCode(url, head.length, { code, bodyStart: head.length, bodyEnd: code.length - MODULE_TAIL.length, edits, prefix });
    // The expression was generated by rewriteModule.
    const create = this.host.evaluate(code, url) as BodyFactory;
    const importer = (specifier: unknown, options: unknown) => this.host.importDynamically(specifier, url, options);
    const register = (getters: object) => {
      for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(getters)))
        if (descriptor.get !== undefined) record.ownGetters.set(name, descriptor.get);
    };
    const namespaces = record.requests.map((request) => request.record.namespace);
    record.body = create(namespaces, this.#createMeta(url), importer, register, this.host.awaitContext);
    void record.body.next();
  }

  #createMeta(url: string): object {
    const meta: Record<string, unknown> = Object.create(null);
    if (url.startsWith('file:')) {
      const path = fileUrlToPath(url);
      meta.dirname = parentFolder(path);
      meta.filename = path;
    }
    const resolve = (specifier: unknown, parent?: unknown) =>
      this.host.resolveMeta(String(specifier), parent === undefined ? url : String(parent));
    meta.resolve = resolve;
    meta.url = url;
    return meta;
  }

  #finishNamespace(record: ModuleRecord): void {
    if (record.source === null) return;
    for (const name of [...allExportNames(record)].sort()) this.#defineExport(record, name);
  }

  #defineExport(record: ModuleRecord, name: string): void {
    if (Object.hasOwn(record.namespace, name)) return;
    const own = record.ownGetters.get(name);
    if (own !== undefined) {
      defineLiveExport(record.namespace, name, own);
      return;
    }
    const resolved = resolveExport(record, name);
    if (resolved === null || resolved === 'ambiguous') return;
    defineLiveExport(record.namespace, name, () => Reflect.get(resolved.record.namespace, resolved.name));
  }

  /** Returns a promise if any module awaits. Throws what a module throws. */
  evaluate(record: ModuleRecord): Promise<void> | null {
    return this.#evaluation.evaluate(record);
  }

  #run(record: ModuleRecord): Promise<void> | null {
    record.evaluateOther?.();
    if (record.source === null || record.body === null) return null;
    this.#checkOtherImports(record);
    if (record.source.starRequests.length > 0) this.#finishNamespace(record);
    Object.preventExtensions(record.namespace);
    const result = record.body.next();
    if (!(result instanceof Promise)) return null;
    return result.then(() => undefined);
  }

  /** Checks names imported from CommonJS modules, which is possible only after those modules have run. */
  #checkOtherImports(record: ModuleRecord): void {
    for (const request of record.requests) {
      const target = request.record;
      if (target.evaluateOther === null || target.state.phase !== 'evaluated') continue;
      for (const name of request.names) if (!(name in target.namespace)) throw missingCommonJsExport(request.specifier, name);
    }
  }

  /** Implements `require()` of an ES module. */
  requireSync(path: string): object {
    const record = this.link(pathToFileUrl(path));
    if (this.#awaits(record, new Set()) && record.state.phase !== 'evaluated')
      throw nodeError(
        Error,
        'ERR_REQUIRE_ASYNC_MODULE',
        'require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await comes from, use --experimental-print-required-tla.',
      );
    if (record.state.phase === 'evaluating')
      throw nodeError(Error, 'ERR_REQUIRE_CYCLE_MODULE', `Cannot require() ES Module ${path} in a cycle.`);
    this.evaluate(record);
    return record.namespace;
  }

  #awaits(record: ModuleRecord, seen: Set<ModuleRecord>): boolean {
    if (seen.has(record)) return false;
    seen.add(record);
    return record.source?.hasTopLevelAwait === true || record.requests.some((request) => this.#awaits(request.record, seen));
  }
}

function missingExport(record: ModuleRecord, specifier: string, name: string): Error {
  const error = new SyntaxError(`The requested module '${specifier}' does not provide an export named '${name}'`);
  error.stack = `${record.url}\n\n${error.name}: ${error.message}`;
  return error;
}

function missingCommonJsExport(specifier: string, name: string): Error {
  return new SyntaxError(
    `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may not support all module.exports as named exports.\n` +
      `CommonJS modules can always be imported via the default export, for example using:\n\nimport pkg from '${specifier}';\n`,
  );
}
