import { OpenFlag, type SystemCalls, SystemError } from '../../abi/system-calls.ts';

const writeFlags = OpenFlag.WRITE_ONLY | OpenFlag.CREATE | OpenFlag.TRUNCATE;

function isMissing(error: unknown): boolean {
  return error instanceof SystemError && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** The files npm reads and writes, with null for missing ones. Each method is one system call, because calls are costly. */
export class ProjectFiles {
  constructor(private readonly system: SystemCalls) {}

  #orNull<Result>(call: () => Result): Result | null {
    try {
      return call();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  read(path: string): Uint8Array | null {
    return this.#orNull(() => this.system.sync('readFile', path));
  }

  readText(path: string): string | null {
    const bytes = this.read(path);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  }

  /**
   * Also returns null if the sandbox denies reading the file: the run continues as if there were none, and the sandbox reports the denial.
   */
  readSettings(path: string): string | null {
    try {
      return this.readText(path);
    } catch (error) {
      if (error instanceof SystemError && error.code === 'EACCES') return null;
      throw error;
    }
  }

  /** `content` is copied: a view of a large archive would transfer the whole archive to the kernel. */
  write(path: string, content: Uint8Array, mode = 0o644): void {
    this.system.sync('writeFile', path, content.slice(), writeFlags, mode);
  }

  writeText(path: string, text: string): void {
    this.system.sync('writeFile', path, new TextEncoder().encode(text), writeFlags, 0o644);
  }

  kindOf(path: string): 'file' | 'directory' | 'symlink' | null {
    const status = this.#orNull(() => this.system.sync('lstat', path));
    return status?.kind === 'file' || status?.kind === 'directory' || status?.kind === 'symlink' ? status.kind : null;
  }

  exists(path: string): boolean {
    return this.#orNull(() => this.system.sync('stat', path)) !== null;
  }

  list(path: string): { name: string; kind: 'file' | 'directory' | 'symlink' }[] {
    return this.#orNull(() => this.system.sync('readdir', path)) ?? [];
  }

  makeFolder(path: string): void {
    this.system.sync('mkdir', path, true, 0o755);
  }

  removeTree(path: string): void {
    this.system.sync('removeTree', path, true);
  }

  rename(from: string, to: string): void {
    this.system.sync('rename', from, to);
  }

  /** Creates a link with exactly this target, unless it already exists. */
  linkTo(target: string, path: string): void {
    const kind = this.kindOf(path);
    if (kind === 'symlink' && this.system.sync('readlink', path) === target) return;
    if (kind !== null) this.removeTree(path);
    this.system.sync('symlink', target, path);
  }

  readLink(path: string): string {
    return this.system.sync('readlink', path);
  }

  makeExecutable(path: string): void {
    this.#orNull(() => this.system.sync('chmod', path, 0o755));
  }

  realPath(path: string): string {
    return this.#orNull(() => this.system.sync('realpath', path)) ?? path;
  }
}

/** Joins and normalises Unix paths; an absolute part starts again. */
export function joinPath(...parts: string[]): string {
  const joined = parts.reduce((left, right) => (right.startsWith('/') ? right : `${left}/${right}`));
  const segments: string[] = [];
  for (const segment of joined.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

export function parentFolder(path: string): string {
  return joinPath(path, '..');
}
