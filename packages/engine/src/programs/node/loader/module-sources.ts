import { errorMessage } from '../../../text/error-message.ts';
import { nodeError } from '../errors/node-error.ts';
import { sourceText } from './hooks/module-hooks.ts';
import { fileUrlToPath, type ModuleFiles } from './module-files.ts';
import type { PackageScopes } from './resolve/package-scope.ts';
import { analyzeModule, rewriteModule } from './rewrite/rewrite-module.ts';
import { analyzeScript, mayNeedRewriting, type RewrittenScript } from './rewrite/rewrite-script.ts';
import type { ModuleAnalysis, RewrittenModule } from './rewrite/rewrite-state.ts';
import { applyEdits } from './rewrite/source-edits.ts';
import { locateSyntaxError } from './rewrite/syntax-error-place.ts';
import { PREFIX_MARK } from './rewrite/unused-prefix.ts';
import type { TransformCache } from './transform-cache.ts';
import type { TypeStripper } from './type-stripper.ts';

export type ModuleFormat = 'module' | 'commonjs' | 'json' | 'addon' | 'wasm';

export type ImportSource =
  | { format: 'module'; rewritten: RewrittenModule }
  | { format: 'json'; value: unknown }
  /** A null `source` means the content of the file. */
  | { format: 'commonjs'; source: string | null }
  | { format: 'builtin' };

const typeScriptExtension = /\.[mc]?ts$/;

/** Matches statements that only an ES module can have. Only a hint: compiling decides about look-alikes in strings. */
const moduleSyntax = /(^|[;}\n])\s*(import\s*[\w$*{"']|export\s*[\w{*]|(const|let|var)\s[^=\n]+=\s*await\s|await\s)|import\.meta/;

/** Reads module files and determines their formats. */
export class ModuleSources {
  constructor(
    private readonly files: ModuleFiles,
    private readonly scopes: PackageScopes,
    private readonly cache: TransformCache,
    private readonly typeStripper: TypeStripper,
  ) {}

  readonly #virtual = new Map<string, string>();

  /** Registers the source of an ES module that is not a file. */
  addVirtual(url: string, source: string): void {
    this.#virtual.set(url, source);
  }

  virtualSource(url: string): string | undefined {
    return this.#virtual.get(url);
  }

  /** Reads a required file. As in Node, it calls `fs.readFileSync` if the program has replaced it. */
  readRequired(path: string): string {
    return this.files.readReplaced(path) ?? this.files.readText(path);
  }

  /** Reads a required file as JavaScript, without types. */
  readRequiredScript(path: string): string {
    const replaced = this.files.readReplaced(path);
    return replaced === null ? this.readScript(path) : this.#withoutTypes(path, replaced);
  }

  /** Converts the result of a load hook for an imported module. */
  fromHook(
    url: string,
    { format, source, importType }: { format: string; source: string | null; importType: string | null },
  ): ImportSource {
    const [kind, types] = format.split('-');
    if (kind === 'builtin') return { format: 'builtin' };
    const text = source !== null && types === 'typescript' ? this.typeStripper.strip(source, url) : source;
    if (kind === 'commonjs') return { format: 'commonjs', source: text };
    if (kind === 'module') return { format: 'module', rewritten: this.rewrite((text ?? '').replace(/^\uFEFF/, ''), url) };
    if (kind === 'json') return this.#readJson(text ?? '', url, importType);
    throw nodeError(RangeError, 'ERR_UNKNOWN_MODULE_FORMAT', `Unknown module format: ${format} for URL ${url}`);
  }

  /** Converts the result of a load hook for a required file. */
  forRequire(path: string, { format, source }: { format: string | null | undefined; source?: unknown }): { format: string; text: string } {
    const text = sourceText(source) ?? this.files.readText(path);
    const stripped = format?.endsWith('-typescript') === true ? this.typeStripper.strip(text, path) : text;
    const kind = format?.split('-')[0] ?? this.formatOf(path, () => stripped);
    return { format: kind, text: stripped.replace(/^\uFEFF/, '') };
  }

  /** Reads a file as JavaScript, without types and byte order mark. */
  readScript(path: string): string {
    return this.#withoutTypes(path, this.files.readText(path));
  }

  #withoutTypes(path: string, content: string): string {
    const text = content.replace(/^\uFEFF/, '');
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

  /** As in Node, source that fails to compile as CommonJS because of module syntax is an ES module. */
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
    const analysis = this.cache.remember('script', source, () => analyzeScript(source));
    return analysis === null ? null : { ...analysis, code: applyEdits(source, analysis.edits) };
  }

  /**
   * Rewrites a script whose added names are globals. All scripts share the names; otherwise a development server would define thousands.
   */
  rewriteGlobalScript(source: string): RewrittenScript | null {
    if (!mayNeedRewriting(source)) return null;
    const analysis = this.cache.remember('global-script', source, () => analyzeScript(source, `${PREFIX_MARK}vm00`));
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
    if (format === 'commonjs' || format === 'addon') return { format: 'commonjs', source: null };
    throw nodeError(TypeError, 'ERR_UNKNOWN_FILE_EXTENSION', `Unknown file extension ".wasm" for ${path}`);
  }

  #readJson(text: string, url: string, importType: string | null): ImportSource {
    if (importType !== 'json')
      throw nodeError(TypeError, 'ERR_IMPORT_ATTRIBUTE_MISSING', `Module "${url}" needs an import attribute of "type: json"`);
    try {
      return { format: 'json', value: JSON.parse(text.replace(/^\uFEFF/, '')) };
    } catch (error) {
      const reason = errorMessage(error);
      throw new SyntaxError(`${url.startsWith('file:') ? fileUrlToPath(url) : url}: ${reason}`);
    }
  }

  dataText(url: string): { text: string; format: 'module' | 'json' } {
    const match = /^data:([^,;]*)([^,]*),(.*)$/s.exec(url);
    const [, type = '', parameters = '', data = ''] = match ?? [];
    const decoded = decodeURIComponent(data);
    const text = parameters.endsWith(';base64')
      ? new TextDecoder().decode(Uint8Array.from(atob(decoded), (c) => c.charCodeAt(0)))
      : decoded;
    if (type === 'application/json') return { text, format: 'json' };
    if (type === 'text/javascript') return { text, format: 'module' };
    throw nodeError(RangeError, 'ERR_UNKNOWN_MODULE_FORMAT', `Unknown module format: ${type} for URL ${url}`);
  }

  #readDataUrl(url: string, importType: string | null): ImportSource {
    const { text, format } = this.dataText(url);
    return format === 'json' ? this.#readJson(text, url, importType) : { format, rewritten: this.rewrite(text, url) };
  }
}
