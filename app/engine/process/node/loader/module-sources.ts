import { nodeError } from '../errors/node-error.ts';
import { fileUrlToPath, type ModuleFiles } from './module-files.ts';
import type { PackageScopes } from './package-scope.ts';
import { analyzeModule, rewriteModule } from './rewrite-module.ts';
import { analyzeScript, mayNeedRewriting, type RewrittenScript } from './rewrite-script.ts';
import type { ModuleAnalysis, RewrittenModule } from './rewrite-state.ts';
import { applyEdits } from './source-edits.ts';
import { locateSyntaxError } from './syntax-error-place.ts';
import type { TransformCache } from './transform-cache.ts';
import type { TypeStripper } from './type-stripper.ts';

export type ModuleFormat = 'module' | 'commonjs' | 'json' | 'addon' | 'wasm';

export type ImportSource = { format: 'module'; rewritten: RewrittenModule } | { format: 'json'; value: unknown } | { format: 'commonjs' };

const typeScriptExtension = /\.[mc]?ts$/;

/** Statements only an ES module can have. A hint: what looks like it inside a string is settled by compiling. */
const moduleSyntax = /(^|[;}\n])\s*(import\s*[\w$*{"']|export\s*[\w{*]|(const|let|var)\s[^=\n]+=\s*await\s|await\s)|import\.meta/;

/** Reads module files and decides what they are. */
export class ModuleSources {
  constructor(
    private readonly files: ModuleFiles,
    private readonly scopes: PackageScopes,
    private readonly cache: TransformCache,
    private readonly typeStripper: TypeStripper,
  ) {}

  readonly #virtual = new Map<string, string>();

  /** Source of an ES module that is no file. */
  addVirtual(url: string, source: string): void {
    this.#virtual.set(url, source);
  }

  /** Reads a file as JavaScript: types stripped, byte order mark removed. */
  readScript(path: string): string {
    const text = this.files.readText(path).replace(/^\uFEFF/, '');
    return typeScriptExtension.test(path) ? this.cache.remember('types', text, () => this.typeStripper.strip(text, path)) : text;
  }

  formatOf(path: string, readSource: () => string): ModuleFormat {
    const extension = /\.[^./]+$/.exec(path)?.[0] ?? '';
    if (extension === '.mjs' || extension === '.mts') return 'module';
    if (extension === '.cjs' || extension === '.cts') return 'commonjs';
    if (extension === '.json') return 'json';
    if (extension === '.node') return 'addon';
    if (extension === '.wasm') return 'wasm';
    if (extension !== '.js' && extension !== '.ts' && extension !== '') return 'commonjs';
    const type = this.scopes.nearest(path)?.type ?? 'none';
    if (type !== 'none') return type;
    if (path.includes('/node_modules/') && extension === '') return 'commonjs';
    return this.isModuleSource(readSource()) ? 'module' : 'commonjs';
  }

  /** As Node does it: what does not compile as CommonJS because of module syntax is an ES module. */
  isModuleSource(source: string): boolean {
    return moduleSyntax.test(source) && this.cache.remember('format', source, () => this.#compilesOnlyAsModule(source));
  }

  #compilesOnlyAsModule(source: string): boolean {
    try {
      new Function('exports', 'require', 'module', '__filename', '__dirname', source.replace(/^#!.*/, ''));
      return false;
    } catch {
      try {
        const rewritten = this.#analyzeModule(source);
        return (
          rewritten.requests.length > 0 || rewritten.exportNames.length > 0 || rewritten.hasTopLevelAwait || /import\.meta/.test(source)
        );
      } catch {
        return false;
      }
    }
  }

  rewrite(source: string, url: string): RewrittenModule {
    try {
      return rewriteModule(source, this.#analyzeModule(source));
    } catch (error) {
      throw error instanceof SyntaxError ? locateSyntaxError(error, source, url) : error;
    }
  }

  #analyzeModule(source: string): ModuleAnalysis {
    return this.cache.remember('module', source, () => analyzeModule(source));
  }

  rewriteScript(source: string): RewrittenScript | null {
    if (!mayNeedRewriting(source)) return null;
    const analysis = this.cache.remember('script', source, () => analyzeScript(source, true));
    return analysis === null ? null : { ...analysis, code: applyEdits(source, analysis.edits) };
  }

  readForImport(url: string, importType: string | null): ImportSource {
    const virtual = this.#virtual.get(url);
    if (virtual !== undefined) return { format: 'module', rewritten: this.rewrite(virtual, url) };
    if (url.startsWith('data:')) return this.#readDataUrl(url, importType);
    const path = fileUrlToPath(url);
    const format = this.formatOf(path, () => this.readScript(path));
    if (format === 'module') return { format, rewritten: this.rewrite(this.readScript(path), url) };
    if (format === 'json') return this.#readJson(this.files.readText(path), url, importType);
    if (format === 'commonjs' || format === 'addon') return { format: 'commonjs' };
    throw nodeError(TypeError, 'ERR_UNKNOWN_FILE_EXTENSION', `Unknown file extension ".wasm" for ${path}`);
  }

  #readJson(text: string, url: string, importType: string | null): ImportSource {
    if (importType !== 'json')
      throw nodeError(TypeError, 'ERR_IMPORT_ATTRIBUTE_MISSING', `Module "${url}" needs an import attribute of "type: json"`);
    try {
      return { format: 'json', value: JSON.parse(text.replace(/^\uFEFF/, '')) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SyntaxError(`${url.startsWith('file:') ? fileUrlToPath(url) : url}: ${reason}`);
    }
  }

  #readDataUrl(url: string, importType: string | null): ImportSource {
    const match = /^data:([^,;]*)([^,]*),(.*)$/s.exec(url);
    const [, type = '', parameters = '', data = ''] = match ?? [];
    const decoded = decodeURIComponent(data);
    const text = parameters.endsWith(';base64')
      ? new TextDecoder().decode(Uint8Array.from(atob(decoded), (c) => c.charCodeAt(0)))
      : decoded;
    if (type === 'application/json') return this.#readJson(text, url, importType);
    if (type === 'text/javascript') return { format: 'module', rewritten: this.rewrite(text, url) };
    throw nodeError(RangeError, 'ERR_UNKNOWN_MODULE_FORMAT', `Unknown module format: ${type} for URL ${url}`);
  }
}
