import { OpenFlag } from '../../../../abi/system-calls.ts';
import { WasiErrno } from './wasi-errno.ts';
import type { WasiCall, WasiContext } from './wasi-file-calls.ts';
import { wasiTimes, writeWasiStatus } from './wasi-status.ts';

const FOLLOW = 1;
const AskedOpen = { CREATE: 1, DIRECTORY: 2, EXCLUSIVE: 4, TRUNCATE: 8 } as const;
const APPEND = 1;
/**
 * The rights that imply reading (`fd_read`, `fd_readdir`) and writing (`fd_datasync`, `fd_write`, `fd_allocate`,
 * `fd_filestat_set_size`).
 */
const READING = (1n << 1n) | (1n << 14n);
const WRITING = (1n << 0n) | (1n << 6n) | (1n << 8n) | (1n << 22n);
const DEFAULT_MODE = 0o666;

function openFlags(lookup: number, asked: number, rights: bigint): number {
  const isWriting = (rights & WRITING) !== 0n && (asked & AskedOpen.DIRECTORY) === 0;
  const writing = (rights & READING) === 0n ? OpenFlag.WRITE_ONLY : OpenFlag.READ_WRITE;
  return (
    (isWriting ? writing : OpenFlag.READ_ONLY) |
    ((asked & AskedOpen.CREATE) === 0 ? 0 : OpenFlag.CREATE) |
    ((asked & AskedOpen.DIRECTORY) === 0 ? 0 : OpenFlag.DIRECTORY) |
    ((asked & AskedOpen.EXCLUSIVE) === 0 ? 0 : OpenFlag.EXCLUSIVE) |
    ((asked & AskedOpen.TRUNCATE) === 0 ? 0 : OpenFlag.TRUNCATE) |
    ((lookup & FOLLOW) === 0 ? OpenFlag.NO_FOLLOW : 0)
  );
}

/** Creates the calls that refer to a file by its path below an open directory. */
export function createWasiPathCalls({ host: { system }, memory, descriptors }: WasiContext): Record<string, WasiCall> {
  const at = (directory: number, address: number, length: number) => descriptors.resolve(directory, memory.text(address, length));
  const status = (path: string, lookup: number) => system.sync((lookup & FOLLOW) === 0 ? 'lstat' : 'stat', path);
  return {
    path_open(
      directory: number,
      lookup: number,
      address: number,
      length: number,
      asked: number,
      rights: bigint,
      _inherited: bigint,
      flags: number,
      result: number,
    ) {
      const path = at(directory, address, length);
      const isAppending = (flags & APPEND) !== 0;
      const number = system.sync('open', path, openFlags(lookup, asked, rights) | (isAppending ? OpenFlag.APPEND : 0), DEFAULT_MODE);
      const isDirectory = system.sync('fstat', number).kind === 'directory';
      const opened = isDirectory
        ? ({ kind: 'directory', number, path, guestPath: null, entries: null } as const)
        : ({ kind: 'file', number, path, position: 0, isAppending } as const);
      memory.setUint32(result, descriptors.add({ ...opened }));
    },
    path_filestat_get(directory: number, lookup: number, address: number, length: number, result: number) {
      writeWasiStatus(memory, result, status(at(directory, address, length), lookup));
    },
    path_filestat_set_times(
      directory: number,
      lookup: number,
      address: number,
      length: number,
      accessed: bigint,
      modified: bigint,
      flags: number,
    ) {
      const path = at(directory, address, length);
      const present = status(path, lookup);
      // The kernel's call follows links.
      if (present.kind === 'symlink') return WasiErrno.NOT_SUPPORTED;
      system.sync('utimes', path, ...wasiTimes(present, accessed, modified, flags));
    },
    path_create_directory: (directory: number, address: number, length: number) =>
      void system.sync('mkdir', at(directory, address, length), false, 0o777),
    path_remove_directory: (directory: number, address: number, length: number) => system.sync('rmdir', at(directory, address, length)),
    path_unlink_file: (directory: number, address: number, length: number) => system.sync('unlink', at(directory, address, length)),
    path_readlink(directory: number, address: number, length: number, buffer: number, room: number, used: number) {
      const target = memory.encode(system.sync('readlink', at(directory, address, length))).subarray(0, room >>> 0);
      memory.bytes(buffer, target.length).set(target);
      memory.setUint32(used, target.length);
    },
    path_symlink: (target: number, targetLength: number, directory: number, address: number, length: number) =>
      system.sync('symlink', memory.text(target, targetLength), at(directory, address, length)),
    path_rename: (from: number, address: number, length: number, to: number, toAddress: number, toLength: number) =>
      system.sync('rename', at(from, address, length), at(to, toAddress, toLength)),
    path_link: (from: number, _lookup: number, address: number, length: number, to: number, toAddress: number, toLength: number) =>
      system.sync('link', at(from, address, length), at(to, toAddress, toLength)),
  };
}
