import { errorMessage } from '../../text/error-message.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { NpmError } from './npm-error.ts';
import { joinPath, type ProjectFiles } from './project-files.ts';

export type DependencyKind = 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies';
const dependencyKinds: readonly DependencyKind[] = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** A project's package.json. Writing keeps its indentation and all unknown content. */
export class PackageJson {
  private constructor(
    readonly path: string,
    private readonly files: ProjectFiles,
    /** The whole document, including unknown keys. */
    readonly document: Record<string, unknown>,
    private readonly indentation: string,
    private readonly isNew: boolean,
  ) {}

  /** Reads the package.json of a folder; an empty one if there is none. */
  static read(files: ProjectFiles, folder: string, name = 'package.json'): PackageJson {
    const path = joinPath(folder, name);
    const text = files.readText(path);
    if (text === null) return new PackageJson(path, files, {}, '  ', true);
    let document: unknown;
    try {
      document = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch (error) {
      throw new NpmError('EJSONPARSE', [
        `JSON.parse Invalid ${name}: ${errorMessage(error)}`,
        `JSON.parse in ${path}`,
        'JSON.parse Failed to parse JSON data.',
        'JSON.parse Note: package.json must be actual JSON, not just JavaScript.',
      ]);
    }
    if (typeof document !== 'object' || document === null || Array.isArray(document)) {
      throw new NpmError('EJSONPARSE', [`Invalid package.json: ${path} must hold an object.`]);
    }
    // Checked just above: an object, and not an array.
    return new PackageJson(path, files, document as Record<string, unknown>, /^\{\s*\n([ \t]+)/.exec(text)?.[1] ?? '  ', false);
  }

  get exists(): boolean {
    return !this.isNew;
  }

  get manifest(): Manifest {
    return parseManifest(this.document);
  }

  get workspacePatterns(): string[] {
    const { workspaces } = this.document;
    if (workspaces === undefined) return this.#pnpmPatterns();
    const list = typeof workspaces === 'object' && workspaces !== null && 'packages' in workspaces ? workspaces.packages : workspaces;
    return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : [];
  }

  /** Returns the list at `packages:` in pnpm's own file, which is the only part used here. */
  #pnpmPatterns(): string[] {
    const text = this.path.endsWith('/package.json') ? this.files.readText(joinPath(this.path, '../pnpm-workspace.yaml')) : null;
    const list = /^packages:[ \t]*\r?\n((?:[ \t]*(?:-.*|#.*)?\r?\n?)*)/m.exec(text ?? '')?.[1] ?? '';
    return [...list.matchAll(/^\s*-\s*(["']?)([^"'#\n]+?)\1\s*(?:#.*)?$/gm)].map(([, , pattern = '']) => pattern);
  }

  /** Returns the kind under which the dependency is listed. */
  kindOf(name: string): DependencyKind | null {
    const { manifest } = this;
    return (
      dependencyKinds.find((kind) => manifest[kind].has(name)) ?? (manifest.optionalDependencies.has(name) ? 'optionalDependencies' : null)
    );
  }

  /** Lists a dependency under one kind only. */
  setDependency(kind: DependencyKind, name: string, spec: string): void {
    for (const other of dependencyKinds) {
      // A package may be both a development and a peer dependency.
      const isPair = [kind, other].includes('peerDependencies') && [kind, other].includes('devDependencies');
      if (other !== kind && !isPair) this.#remove(other, name);
    }
    const entries = new Map(this.manifestOf(kind)).set(name, spec);
    this.document[kind] = Object.fromEntries([...entries].sort(([left], [right]) => left.localeCompare(right, 'en')));
  }

  removeDependency(name: string): boolean {
    return dependencyKinds.map((kind) => this.#remove(kind, name)).includes(true);
  }

  save(): void {
    this.files.writeText(this.path, this.text());
  }

  text(): string {
    return `${JSON.stringify(this.document, null, this.indentation)}\n`;
  }

  private manifestOf(kind: DependencyKind): ReadonlyMap<string, string> {
    const value = this.document[kind];
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }

  #remove(kind: DependencyKind, name: string): boolean {
    const entries = new Map(this.manifestOf(kind));
    if (!entries.delete(name)) return false;
    if (entries.size === 0) delete this.document[kind];
    else this.document[kind] = Object.fromEntries(entries);
    return true;
  }
}
