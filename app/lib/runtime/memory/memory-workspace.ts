import { resolveFolderLinks, resolveLinks } from '../resolve-links.ts';
import { DEFAULT_PROJECT_ROOT } from '../to-workspace-path.ts';
import {
  type CommandOutcome,
  type CommandRequest,
  type DirectoryEntry,
  type FileKind,
  type PlacedContent,
  type RealMachine,
  type Workspace,
  WorkspaceError,
  type WorkspacePath,
} from '../types.ts';
import { MemoryProcesses } from './memory-processes.ts';

export type ScriptedCommand = (request: CommandRequest, workspace: MemoryWorkspace) => CommandOutcome | Promise<CommandOutcome>;

/** A workspace in memory, for tests. It records all actions; a command without a script fails the test. */
export class MemoryWorkspace implements Workspace {
  readonly writes: WorkspacePath[] = [];
  readonly commands: string[] = [];
  readonly unscripted: string[] = [];
  readonly processes = new MemoryProcesses();
  root = DEFAULT_PROJECT_ROOT;
  host: RealMachine | null = null;
  readonly #files = new Map<string, Uint8Array>();
  readonly #directories = new Set<string>(['']);
  readonly #links = new Map<string, string>();
  readonly #scripts = new Map<string, ScriptedCommand>();
  readonly #linkAt = (path: string): string | null => this.#links.get(path) ?? null;

  constructor(files: Record<string, string | Uint8Array> = {}) {
    for (const [path, content] of Object.entries(files)) this.#put(path, encode(content));
  }

  /** Sets the behaviour of exactly this command. */
  script(command: string, run: ScriptedCommand | { exitCode?: number; output?: string }): this {
    const scripted: ScriptedCommand =
      typeof run === 'function' ? run : () => ({ status: 'completed', exitCode: run.exitCode ?? 0, output: run.output ?? '' });
    this.#scripts.set(command, scripted);
    return this;
  }

  /** The text of a file, or null. */
  text(path: string): string | null {
    const content = this.#files.get(path);
    return content === undefined ? null : new TextDecoder().decode(content);
  }

  paths(): string[] {
    return [...this.#files.keys()].sort();
  }

  /** Targets of the symbolic links, by path. */
  links(): Record<string, string> {
    return Object.fromEntries([...this.#links].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  projectRoot(): string {
    return this.root;
  }

  machine(): RealMachine | null {
    return this.host;
  }

  async readFile(path: WorkspacePath): Promise<Uint8Array> {
    const place = this.#followed(path);
    const content = this.#files.get(place);
    if (content !== undefined) return content.slice();
    if (this.#directories.has(place)) throw new WorkspaceError('EISDIR', `${path || '/'} is a folder.`);
    throw new WorkspaceError('ENOENT', `${path} does not exist.`);
  }

  async writeFile(path: WorkspacePath, content: Uint8Array): Promise<void> {
    const place = this.#followed(path);
    if (this.#directories.has(place)) throw new WorkspaceError('EISDIR', `${path || '/'} is a folder.`);
    this.#put(place, content.slice());
    this.writes.push(path);
  }

  async readUnfollowed(path: WorkspacePath): Promise<PlacedContent> {
    const linkTo = this.#links.get(this.#itself(path));
    return linkTo === undefined ? this.readFile(path) : { linkTo };
  }

  async makeLink(path: WorkspacePath, linkTo: string): Promise<void> {
    const place = this.#itself(path);
    if (this.#directories.has(place)) throw new WorkspaceError('EISDIR', `${path || '/'} is a folder.`);
    this.#putLink(place, linkTo);
  }

  async kindOf(path: WorkspacePath): Promise<FileKind | null> {
    const place = resolveFolderLinks(path, this.#linkAt);
    if (place === null) return null;
    if (this.#files.has(place) || this.#links.has(place)) return 'file';
    return this.#directories.has(place) ? 'directory' : null;
  }

  async readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]> {
    const folder = this.#followed(path);
    if (this.#files.has(folder)) throw new WorkspaceError('ENOTDIR', `${path} is a file.`);
    if (!this.#directories.has(folder)) throw new WorkspaceError('ENOENT', `${path} does not exist.`);
    const prefix = folder === '' ? '' : `${folder}/`;
    const entries = new Map<string, FileKind>();
    for (const directory of this.#directories) addChild(entries, directory, prefix, 'directory');
    for (const file of [...this.#files.keys(), ...this.#links.keys()]) addChild(entries, file, prefix, 'file');
    const isLink = (name: string) => (this.#links.has(prefix + name) ? { isLink: true as const } : {});
    return [...entries].map(([name, kind]) => ({ name, kind, ...isLink(name) })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async makeDirectory(path: WorkspacePath): Promise<void> {
    if (this.#files.has(path)) throw new WorkspaceError('EEXIST', `${path} is a file.`);
    this.#addDirectories(path);
  }

  async remove(path: WorkspacePath): Promise<void> {
    const place = this.#itself(path);
    if (this.#files.delete(place) || this.#links.delete(place)) return;
    if (!this.#directories.has(place)) throw new WorkspaceError('ENOENT', `${path} does not exist.`);
    for (const file of [...this.#files.keys()]) if (file.startsWith(`${place}/`)) this.#files.delete(file);
    for (const link of [...this.#links.keys()]) if (link.startsWith(`${place}/`)) this.#links.delete(link);
    for (const directory of [...this.#directories]) {
      if (directory === place || directory.startsWith(`${place}/`)) this.#directories.delete(directory);
    }
  }

  async rename(from: WorkspacePath, to: WorkspacePath): Promise<void> {
    if ((await this.kindOf(from)) === null) throw new WorkspaceError('ENOENT', `${from} does not exist.`);
    const [source, target] = [this.#itself(from), this.#itself(to)];
    const isMoved = ([path]: [string, unknown]) => path === source || path.startsWith(`${source}/`);
    const [files, links] = [[...this.#files].filter(isMoved), [...this.#links].filter(isMoved)];
    await this.remove(from);
    for (const [path, content] of files) this.#put(target + path.slice(source.length), content);
    for (const [path, linkTo] of links) this.#putLink(target + path.slice(source.length), linkTo);
  }

  async runCommand(request: CommandRequest): Promise<CommandOutcome> {
    const script = this.#scripts.get(request.command);
    if (script === undefined) {
      this.unscripted.push(request.command);
      throw new Error(`MemoryWorkspace: nobody scripted the command ${JSON.stringify(request.command)}.`);
    }
    this.commands.push(request.command);
    return script(request, this);
  }

  /** The path after following links. */
  #followed(path: string): string {
    const place = resolveLinks(path, this.#linkAt);
    if (place === null) throw new WorkspaceError('ENOENT', `${path} leads nowhere in the project.`);
    return place;
  }

  /** The path itself, even if it is a link. */
  #itself(path: string): string {
    const place = resolveFolderLinks(path, this.#linkAt);
    if (place === null) throw new WorkspaceError('ENOENT', `${path} leads nowhere in the project.`);
    return place;
  }

  #put(path: string, content: Uint8Array): void {
    this.#addDirectories(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    this.#files.set(path, content);
  }

  #putLink(path: string, linkTo: string): void {
    this.#addDirectories(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    this.#files.delete(path);
    this.#links.set(path, linkTo);
  }

  #addDirectories(path: string): void {
    const segments = path.split('/');
    const folders = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
    const file = folders.find((folder) => this.#files.has(folder));
    if (file !== undefined) throw new WorkspaceError('ENOTDIR', `${file} is a file.`);
    for (const folder of folders) this.#directories.add(folder);
  }
}

function addChild(entries: Map<string, FileKind>, path: string, prefix: string, kind: FileKind): void {
  if (path === '' || !path.startsWith(prefix)) return;
  const rest = path.slice(prefix.length);
  if (rest !== '' && !rest.includes('/')) entries.set(rest, kind);
}

function encode(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
