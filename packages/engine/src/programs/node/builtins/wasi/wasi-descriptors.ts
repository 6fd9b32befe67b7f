import type { FileStatus } from '../../../../abi/system-calls.ts';
import type { NodeHost } from '../../node-host.ts';
import { WasiErrno, WasiError } from './wasi-errno.ts';

export type WasiDescriptor =
  /** Standard input and other streams, which have no position. */
  | { kind: 'stream'; number: number }
  | { kind: 'file'; number: number; path: string; position: number; isAppending: boolean }
  /** `guestPath` is the program's name for a folder that it received at start. */
  | { kind: 'directory'; number: number | null; path: string; guestPath: string | null; entries: WasiEntry[] | null };

export interface WasiEntry {
  name: string;
  kind: FileStatus['kind'];
}

export type WasiDirectory = Extract<WasiDescriptor, { kind: 'directory' }>;
export type WasiFile = Extract<WasiDescriptor, { kind: 'file' }>;

export interface WasiFolders {
  stdin: number;
  stdout: number;
  stderr: number;
  /** Maps paths that the program sees to folders here. */
  preopens: readonly (readonly [string, string])[];
}

/** The descriptors of one WASI program, which have their own numbers. */
export class WasiDescriptors {
  readonly #open = new Map<number, WasiDescriptor>();

  constructor(
    private readonly host: NodeHost,
    { stdin, stdout, stderr, preopens }: WasiFolders,
  ) {
    for (const number of [stdin, stdout, stderr]) this.add({ kind: 'stream', number });
    for (const [guestPath, path] of preopens)
      this.add({ kind: 'directory', number: null, path: host.resolvePath(path), guestPath, entries: null });
  }

  add(descriptor: WasiDescriptor): number {
    let number = 0;
    while (this.#open.has(number)) number++;
    this.#open.set(number, descriptor);
    return number;
  }

  get(number: number): WasiDescriptor {
    const found = this.#open.get(number);
    if (found === undefined) throw new WasiError(WasiErrno.BAD_DESCRIPTOR);
    return found;
  }

  directory(number: number): WasiDirectory {
    const found = this.get(number);
    if (found.kind !== 'directory') throw new WasiError(WasiErrno.NOT_DIRECTORY);
    return found;
  }

  file(number: number): WasiFile {
    const found = this.get(number);
    if (found.kind === 'directory') throw new WasiError(WasiErrno.IS_DIRECTORY);
    if (found.kind === 'stream') throw new WasiError(WasiErrno.ILLEGAL_SEEK);
    return found;
  }

  close(number: number): void {
    const found = this.get(number);
    this.#open.delete(number);
    // Standard streams belong to the process and stay open.
    if (found.kind !== 'stream' && found.number !== null) this.host.system.sync('close', found.number);
  }

  renumber(from: number, to: number): void {
    const moved = this.get(from);
    if (from === to) return;
    if (this.#open.has(to)) this.close(to);
    this.#open.delete(from);
    this.#open.set(to, moved);
  }

  /** Resolves a path below a directory to an absolute one; throws if the path leaves the directory. */
  resolve(number: number, path: string): string {
    const { path: root } = this.directory(number);
    if (path.startsWith('/')) throw new WasiError(WasiErrno.NOT_CAPABLE);
    const parts: string[] = [];
    for (const part of path.split('/')) {
      if (part === '' || part === '.') continue;
      if (part !== '..') parts.push(part);
      else if (parts.pop() === undefined) throw new WasiError(WasiErrno.NOT_CAPABLE);
    }
    return `${root === '/' ? '' : root}/${parts.join('/')}`.replace(/(?<=.)\/$/, '');
  }
}
