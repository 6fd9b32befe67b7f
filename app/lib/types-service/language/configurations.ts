import ts from 'typescript';
import { folderOf, type ProjectFiles, ROOT, toAbsolute, toRelative } from './project-files.ts';

/** The content of a tsconfig.json, or its default. Paths are relative to the project's root. */
export interface Configuration {
  /** `null` if there is none. */
  path: string | null;
  folder: string;
  options: ts.CompilerOptions;
  /** Files that it includes. */
  files: ReadonlySet<string>;
  /** Referenced configurations. */
  references: readonly string[];
  errors: readonly ts.Diagnostic[];
}

/** Used without a tsconfig.json: the options of current bundlers, with unchecked JavaScript. */
const DEFAULTS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  allowJs: true,
  checkJs: false,
  strict: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  esModuleInterop: true,
  skipLibCheck: true,
};

/** The checker writes nothing, and the user cannot fix libraries. */
const FORCED: ts.CompilerOptions = { noEmit: true, skipLibCheck: true, incremental: false, composite: false };

const JAVASCRIPT = /\.[cm]?jsx?$/;

/** Limit of configurations that are followed by references. */
const MOST_REFERENCES = 20;
/** “No inputs were found”: a new project has none yet. */
const NO_INPUTS = new Set([18_002, 18_003]);

interface Known {
  structure: number;
  inputs: readonly { path: string; version: string }[];
  configuration: Configuration;
}

/** Finds the configuration of each file. */
export class Configurations {
  readonly #files: ProjectFiles;
  readonly #known = new Map<string, Known>();

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  /**
   * Returns the configuration that includes the file, among the nearest one above it and those that it references; otherwise the first of
   * them with any files.
   */
  of(path: string): Configuration {
    const nearest = this.#nearest(folderOf(path));
    if (nearest === null) return this.#withoutFile();
    const family = this.#family(nearest);
    const naming = family.find(({ files }) => files.has(path));
    if (naming !== undefined) return naming;
    const near = family.find(({ files }) => files.size > 0) ?? this.read(nearest);
    // A JavaScript file such as eslint.config.js is not checked against a configuration that excludes JavaScript: the file itself would be
    // an error.
    return JAVASCRIPT.test(path) && !readsJavaScript(near) ? this.#withoutFile() : near;
  }

  /** Returns all configurations of the project, ordered by path. */
  all(): readonly Configuration[] {
    const paths = [...this.#files.paths()].filter((path) => /(?:^|\/)[jt]sconfig\.json$/.test(path)).sort();
    const found = new Map<string | null, Configuration>();
    for (const path of paths) for (const each of this.#family(path)) found.set(each.path, each);
    return found.size === 0 ? [this.#withoutFile()] : [...found.values()];
  }

  read(path: string): Configuration {
    const known = this.#known.get(path);
    if (known && known.structure === this.#files.structure && known.inputs.every((input) => this.#isSame(input)))
      return known.configuration;
    const { configuration, inputs } = this.#parse(path);
    this.#known.set(path, {
      structure: this.#files.structure,
      inputs: inputs.map((input) => ({ path: input, version: this.#files.versionOf(input) })),
      configuration,
    });
    return configuration;
  }

  #isSame({ path, version }: { path: string; version: string }): boolean {
    return this.#files.versionOf(path) === version;
  }

  #nearest(folder: string): string | null {
    for (let at = folder; ; at = folderOf(at)) {
      for (const name of ['tsconfig.json', 'jsconfig.json']) {
        const path = at === '' ? name : `${at}/${name}`;
        if (this.#files.fileExists(path)) return path;
      }
      if (at === '') return null;
    }
  }

  /** Returns a configuration and those that it references, without duplicates. */
  #family(path: string): Configuration[] {
    const found = new Map<string, Configuration>();
    const waiting = [path];
    for (let next = waiting.shift(); next !== undefined && found.size < MOST_REFERENCES; next = waiting.shift()) {
      if (found.has(next) || !this.#files.fileExists(next)) continue;
      const read = this.read(next);
      found.set(next, read);
      waiting.push(...read.references);
    }
    return [...found.values()];
  }

  #withoutFile(): Configuration {
    return { path: null, folder: '', options: { ...DEFAULTS, ...FORCED }, files: new Set(), references: [], errors: [] };
  }

  #parse(path: string): { configuration: Configuration; inputs: string[] } {
    const files = this.#files;
    const host = parseHost(files);
    const source = ts.readJsonConfigFile(toAbsolute(path), host.readFile);
    const folder = folderOf(path);
    const parsed = ts.parseJsonSourceFileConfigFileContent(source, host, toAbsolute(folder), undefined, toAbsolute(path));
    const isEmpty = files.readFile(path)?.trim() === '';
    const errors = [...parsed.errors, ...parseErrorsOf(source)].filter(({ code }) => !NO_INPUTS.has(code));
    const isDamaged = isEmpty || parseErrorsOf(source).length > 0;
    const within = (names: readonly string[]) => names.map(toRelative).filter((name) => name !== null);
    const configuration: Configuration = {
      path,
      folder,
      options: { ...(isDamaged ? DEFAULTS : {}), ...parsed.options, ...FORCED },
      files: new Set(within(parsed.fileNames)),
      references: within((parsed.projectReferences ?? []).map((reference) => ts.resolveProjectReferencePath(reference))),
      errors,
    };
    return { configuration, inputs: [path, ...within(source.extendedSourceFiles ?? [])] };
  }
}

function readsJavaScript({ options }: Configuration): boolean {
  return options.allowJs ?? options.checkJs ?? false;
}

/** The JSON parser's errors are stored on the file, but not in a public type. */
function parseErrorsOf(source: ts.TsConfigSourceFile): readonly ts.Diagnostic[] {
  return (source as ts.TsConfigSourceFile & { parseDiagnostics?: readonly ts.Diagnostic[] }).parseDiagnostics ?? [];
}

/** TypeScript's own evaluation of `include` and `exclude`, which it exports but does not declare. */
type MatchFiles = (
  path: string,
  extensions: readonly string[] | undefined,
  excludes: readonly string[] | undefined,
  includes: readonly string[] | undefined,
  useCaseSensitiveFileNames: boolean,
  currentDirectory: string,
  depth: number | undefined,
  getFileSystemEntries: (path: string) => { files: readonly string[]; directories: readonly string[] },
  realpath: (path: string) => string,
) => string[];

export function matchFiles(
  files: ProjectFiles,
  [folder, extensions, excludes, includes, depth]: Parameters<NonNullable<ts.LanguageServiceHost['readDirectory']>>,
): string[] {
  const { matchFiles: match } = ts as typeof ts & { matchFiles: MatchFiles };
  const entries = (path: string) => {
    const relative = toRelative(path);
    // Package files are read when they are imported, but are never part of the project.
    const listed = relative === null ? { files: [], folders: [] } : files.list(relative);
    return { files: listed.files.sort(), directories: listed.folders.sort() };
  };
  return match(folder, extensions, excludes, includes, true, ROOT, depth, entries, (path) => path);
}

function parseHost(files: ProjectFiles): ts.ParseConfigHost & { readFile(path: string): string | undefined } {
  const read = (path: string) => {
    const relative = toRelative(path);
    return relative === null ? undefined : (files.readFile(relative) ?? undefined);
  };
  return {
    useCaseSensitiveFileNames: true,
    readFile: read,
    fileExists(path) {
      const relative = toRelative(path);
      return relative !== null && files.fileExists(relative);
    },
    readDirectory: (folder, extensions, excludes, includes, depth) => matchFiles(files, [folder, extensions, excludes, includes, depth]),
  };
}
