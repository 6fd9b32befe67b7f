import {
  type CommandOutcome,
  type CommandRequest,
  type DirectoryEntry,
  type FileKind,
  type Workspace,
  WorkspaceError,
  type WorkspacePath,
} from '../types.ts';
import { MemoryProcesses } from './memory-processes.ts';

export type ScriptedCommand = (request: CommandRequest, workspace: MemoryWorkspace) => CommandOutcome | Promise<CommandOutcome>;

/** A Workspace of plain memory for tests: records what is done to it; a command nobody scripted fails the test. */
export class MemoryWorkspace implements Workspace {
  readonly writes: WorkspacePath[] = [];
  readonly commands: string[] = [];
  readonly unscripted: string[] = [];
  readonly processes = new MemoryProcesses();
  readonly #files = new Map<string, Uint8Array>();
  readonly #directories = new Set<string>(['']);
  readonly #scripts = new Map<string, ScriptedCommand>();

  constructor(files: Record<string, string | Uint8Array> = {}) {
    for (const [path, content] of Object.entries(files)) this.#put(path, encode(content));
  }

  /** What `command`, exactly so, does. */
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

  async readFile(path: WorkspacePath): Promise<Uint8Array> {
    const content = this.#files.get(path);
    if (content !== undefined) return content.slice();
    if (this.#directories.has(path)) throw new WorkspaceError('EISDIR', `${path || '/'} is a folder.`);
    throw new WorkspaceError('ENOENT', `${path} does not exist.`);
  }

  async writeFile(path: WorkspacePath, content: Uint8Array): Promise<void> {
    if (this.#directories.has(path)) throw new WorkspaceError('EISDIR', `${path || '/'} is a folder.`);
    this.writes.push(path);
    this.#put(path, content.slice());
  }

  async kindOf(path: WorkspacePath): Promise<FileKind | null> {
    if (this.#files.has(path)) return 'file';
    return this.#directories.has(path) ? 'directory' : null;
  }

  async readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]> {
    if (this.#files.has(path)) throw new WorkspaceError('ENOTDIR', `${path} is a file.`);
    if (!this.#directories.has(path)) throw new WorkspaceError('ENOENT', `${path} does not exist.`);
    const prefix = path === '' ? '' : `${path}/`;
    const entries = new Map<string, FileKind>();
    for (const directory of this.#directories) addChild(entries, directory, prefix, 'directory');
    for (const file of this.#files.keys()) addChild(entries, file, prefix, 'file');
    return [...entries].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async makeDirectory(path: WorkspacePath): Promise<void> {
    if (this.#files.has(path)) throw new WorkspaceError('EEXIST', `${path} is a file.`);
    this.#addDirectories(path);
  }

  async remove(path: WorkspacePath): Promise<void> {
    if (this.#files.delete(path)) return;
    if (!this.#directories.has(path)) throw new WorkspaceError('ENOENT', `${path} does not exist.`);
    for (const file of [...this.#files.keys()]) if (file.startsWith(`${path}/`)) this.#files.delete(file);
    for (const directory of [...this.#directories]) {
      if (directory === path || directory.startsWith(`${path}/`)) this.#directories.delete(directory);
    }
  }

  async rename(from: WorkspacePath, to: WorkspacePath): Promise<void> {
    if ((await this.kindOf(from)) === null) throw new WorkspaceError('ENOENT', `${from} does not exist.`);
    const moved = [...this.#files].filter(([path]) => path === from || path.startsWith(`${from}/`));
    await this.remove(from);
    for (const [path, content] of moved) this.#put(to + path.slice(from.length), content);
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

  #put(path: string, content: Uint8Array): void {
    const slash = path.lastIndexOf('/');
    if (slash > 0) this.#addDirectories(path.slice(0, slash));
    this.#files.set(path, content);
  }

  #addDirectories(path: string): void {
    const segments = path.split('/');
    for (let length = 1; length <= segments.length; length++) this.#directories.add(segments.slice(0, length).join('/'));
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
