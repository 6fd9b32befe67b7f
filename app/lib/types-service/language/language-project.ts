import ts from 'typescript';
import { type Configuration, matchFiles } from './configurations.ts';
import { LIBRARY_FOLDER, type LibraryFiles } from './library-files.ts';
import { type ProjectFiles, toAbsolute, toRelative } from './project-files.ts';

/** Files that TypeScript reads as code. */
export const SOURCE_FILE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
/** Limit in characters: a longer file of the project is a bundle, whose imports have the type any. */
const LONGEST_SOURCE = 1_000_000;
const INSTEAD = { ts: 'declare const everything: any;\nexport = everything;\n', js: 'module.exports = /** @type {any} */ ({});\n' };

/** TypeScript's own server implements this too, although it is not in the declared interface. */
type ServiceHost = ts.LanguageServiceHost & { hasInvalidatedResolutions(): boolean };

/** One configuration with its TypeScript language service. */
export class LanguageProject {
  readonly service: ts.LanguageService;
  readonly #files: ProjectFiles;
  #configuration: Configuration;
  #configurationVersion = 0;
  /** Files that were requested although the configuration does not include them. */
  readonly #asked = new Set<string>();
  #checkedStructure = -1;

  constructor(configuration: Configuration, files: ProjectFiles, libraries: () => LibraryFiles, registry: ts.DocumentRegistry) {
    this.#files = files;
    this.#configuration = configuration;
    this.service = ts.createLanguageService(this.#host(libraries), registry);
  }

  get configuration(): Configuration {
    return this.#configuration;
  }

  configure(configuration: Configuration): void {
    if (configuration === this.#configuration) return;
    this.#configuration = configuration;
    this.#configurationVersion++;
  }

  /** Updates the program to the current files and adds the file. Returns its name in the program, or null if it does not exist. */
  take(path: string): string | null {
    if (!this.#files.fileExists(path)) return null;
    if (!this.#configuration.files.has(path) && !this.#asked.has(path)) {
      this.#asked.add(path);
      this.#configurationVersion++;
    }
    const name = toAbsolute(path);
    return this.program()?.getSourceFile(name) === undefined ? null : name;
  }

  /** Whether the file is only open, and not included by the project's configuration. */
  isOnlyAsked(path: string): boolean {
    return this.#asked.has(path) && !this.#configuration.files.has(path);
  }

  program(): ts.Program | undefined {
    const program = this.service.getProgram();
    this.#checkedStructure = this.#files.structure;
    return program;
  }

  /** Whether the file exceeds the limit for the project's own files. */
  isTooLong(path: string): boolean {
    return (this.#files.readFile(path)?.length ?? 0) > LONGEST_SOURCE;
  }

  #roots(): string[] {
    const asked = [...this.#asked].filter((path) => this.#files.fileExists(path));
    const named = [...this.#configuration.files].filter((path) => this.#files.fileExists(path));
    return [...new Set([...named, ...asked])].map(toAbsolute);
  }

  #host(libraries: () => LibraryFiles): ServiceHost {
    const files = this.#files;
    const textOf = (name: string): string | undefined => {
      if (name.startsWith(LIBRARY_FOLDER)) return libraries().get(name.slice(LIBRARY_FOLDER.length));
      const path = toRelative(name);
      if (path === null) return undefined;
      const text = files.readFile(path) ?? undefined;
      const isTooLong = text !== undefined && text.length > LONGEST_SOURCE && SOURCE_FILE.test(path) && !/\.d\.[cm]?ts$/.test(path);
      return isTooLong ? INSTEAD[/\.[cm]?jsx?$/.test(path) ? 'js' : 'ts'] : text;
    };
    const inProject = <Answer>(name: string, otherwise: Answer, ask: (path: string) => Answer): Answer => {
      const path = toRelative(name);
      return path === null ? otherwise : ask(path);
    };
    return {
      getCompilationSettings: () => this.#configuration.options,
      getProjectVersion: () => `${files.revision}:${this.#configurationVersion}`,
      getScriptFileNames: () => this.#roots(),
      getScriptVersion: (name) => inProject(name, '0', (path) => files.versionOf(path)),
      getScriptSnapshot(name) {
        const text = textOf(name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => toAbsolute(this.#configuration.folder),
      getDefaultLibFileName: (options) => LIBRARY_FOLDER + ts.getDefaultLibFileName(options),
      useCaseSensitiveFileNames: () => true,
      readFile: textOf,
      fileExists: (name) =>
        name.startsWith(LIBRARY_FOLDER)
          ? libraries().has(name.slice(LIBRARY_FOLDER.length))
          : inProject(name, false, (path) => files.fileExists(path)),
      // Resolution also looks for packages in every folder above the project.
      directoryExists: (name) => inProject(name, false, (path) => files.folderExists(path)),
      getDirectories: (name) => inProject(name, [], (path) => files.list(path).folders),
      readDirectory: (folder, extensions, excludes, includes, depth) => matchFiles(files, [folder, extensions, excludes, includes, depth]),
      // Added or removed files change how the imports of others resolve.
      hasInvalidatedResolutions: () => this.#checkedStructure !== files.structure,
    };
  }
}
