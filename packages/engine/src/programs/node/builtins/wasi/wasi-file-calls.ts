import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import type { NodeHost } from '../../node-host.ts';
import type { WasiDescriptor, WasiDescriptors, WasiDirectory } from './wasi-descriptors.ts';
import { WasiErrno, WasiError } from './wasi-errno.ts';
import type { WasiMemory } from './wasi-memory.ts';
import { wasiFileType, wasiTimes, writeWasiStatus } from './wasi-status.ts';

export interface WasiContext {
  host: NodeHost;
  memory: WasiMemory;
  descriptors: WasiDescriptors;
}

/** A WASI call. Its parameters are numbers, or bigints if they have 64 bits; it returns an errno, or nothing on success. */
export type WasiCall = (...parameters: never[]) => unknown;

const DIRECTORY_ENTRY_BYTES = 24;
const APPEND = 1;
const Whence = { SET: 0, CURRENT: 1, END: 2 } as const;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;

function scatter(bytes: Uint8Array, parts: readonly Uint8Array[]): void {
  let at = 0;
  for (const part of parts) {
    if (at >= bytes.length) return;
    part.set(bytes.subarray(at, at + part.length));
    at += part.length;
  }
}

function readable(descriptor: WasiDescriptor): Exclude<WasiDescriptor, WasiDirectory> {
  if (descriptor.kind === 'directory') throw new WasiError(WasiErrno.IS_DIRECTORY);
  return descriptor;
}

function transferCalls({ host: { system }, memory, descriptors }: WasiContext): Record<string, WasiCall> {
  const read = (descriptor: Exclude<WasiDescriptor, WasiDirectory>, vectors: number, count: number, position: number | null): number => {
    const parts = memory.vectors(vectors, count);
    const bytes = system.sync(
      'read',
      descriptor.number,
      parts.reduce((total, part) => total + part.length, 0),
      position,
    );
    scatter(bytes, parts);
    return bytes.length;
  };
  const write = (descriptor: Exclude<WasiDescriptor, WasiDirectory>, vectors: number, count: number, position: number | null): number =>
    system.sync('write', descriptor.number, joinBytes(memory.vectors(vectors, count)), position);
  return {
    fd_read(number: number, vectors: number, count: number, result: number) {
      const descriptor = readable(descriptors.get(number));
      const length = read(descriptor, vectors, count, descriptor.kind === 'file' ? descriptor.position : null);
      if (descriptor.kind === 'file') descriptor.position += length;
      memory.setUint32(result, length);
    },
    fd_pread(number: number, vectors: number, count: number, offset: bigint, result: number) {
      memory.setUint32(result, read(descriptors.file(number), vectors, count, Number(offset)));
    },
    fd_write(number: number, vectors: number, count: number, result: number) {
      const descriptor = readable(descriptors.get(number));
      const isPlaced = descriptor.kind === 'file' && !descriptor.isAppending;
      const length = write(descriptor, vectors, count, isPlaced ? descriptor.position : null);
      if (descriptor.kind === 'file')
        descriptor.position = isPlaced ? descriptor.position + length : system.sync('fstat', descriptor.number).size;
      memory.setUint32(result, length);
    },
    fd_pwrite(number: number, vectors: number, count: number, offset: bigint, result: number) {
      memory.setUint32(result, write(descriptors.file(number), vectors, count, Number(offset)));
    },
    fd_seek(number: number, offset: bigint, whence: number, result: number) {
      const file = descriptors.file(number);
      const from = new Map<number, () => number>([
        [Whence.SET, () => 0],
        [Whence.CURRENT, () => file.position],
        [Whence.END, () => system.sync('fstat', file.number).size],
      ]).get(whence);
      const position = from === undefined ? -1 : from() + Number(offset);
      if (position < 0) return WasiErrno.INVALID;
      file.position = position;
      memory.setUint64(result, BigInt(position));
    },
    fd_tell(number: number, result: number) {
      memory.setUint64(result, BigInt(descriptors.file(number).position));
    },
  };
}

function directoryCalls(context: WasiContext): Record<string, WasiCall> {
  const { memory, descriptors, host } = context;
  return {
    fd_readdir(number: number, buffer: number, length: number, cookie: bigint, used: number) {
      const directory = descriptors.directory(number);
      // Later calls continue the listing as it was when it started.
      if (cookie === 0n || directory.entries === null) directory.entries = host.system.sync('readdir', directory.path);
      const target = memory.bytes(buffer, length);
      let at = 0;
      for (let index = Number(cookie); index < directory.entries.length && at < target.length; index++) {
        const { name, kind } = directory.entries[index] ?? { name: '', kind: 'file' };
        const encoded = memory.encode(name);
        const entry = new DataView(new ArrayBuffer(DIRECTORY_ENTRY_BYTES));
        entry.setBigUint64(0, BigInt(index + 1), true);
        // Zero means unknown; programs that need the inode request the file's status.
        entry.setBigUint64(8, 0n, true);
        entry.setUint32(16, encoded.length, true);
        entry.setUint8(20, wasiFileType(kind));
        const whole = joinBytes([new Uint8Array(entry.buffer), encoded]).subarray(0, target.length - at);
        target.set(whole, at);
        at += whole.length;
      }
      memory.setUint32(used, at);
    },
    fd_prestat_get(number: number, result: number) {
      const descriptor = descriptors.get(number);
      if (descriptor.kind !== 'directory' || descriptor.guestPath === null) return WasiErrno.BAD_DESCRIPTOR;
      memory.setUint32(result, 0);
      memory.setUint32(result + 4, memory.encode(descriptor.guestPath).length);
    },
    fd_prestat_dir_name(number: number, address: number, length: number) {
      const { guestPath } = descriptors.directory(number);
      if (guestPath === null) return WasiErrno.BAD_DESCRIPTOR;
      memory.bytes(address, length).set(memory.encode(guestPath).subarray(0, length));
    },
    fd_renumber: (from: number, to: number) => descriptors.renumber(from, to),
    fd_close: (number: number) => descriptors.close(number),
    fd_sync(number: number) {
      const descriptor = descriptors.get(number);
      if (descriptor.kind === 'file') host.system.sync('fsync', descriptor.number);
    },
  };
}

/** Creates the calls on open descriptors. */
export function createWasiFileCalls(context: WasiContext): Record<string, WasiCall> {
  const { memory, descriptors, host } = context;
  const { system } = host;
  const directory = directoryCalls(context);
  const statusOf = (number: number) => {
    const descriptor = descriptors.get(number);
    if (descriptor.kind === 'directory') return system.sync('stat', descriptor.path);
    return system.sync('fstat', descriptor.number);
  };
  return {
    ...transferCalls(context),
    ...directory,
    fd_datasync: directory.fd_sync ?? (() => {}),
    // A hint, which is ignored.
    fd_advise: (number: number) => void descriptors.get(number),
    fd_allocate(number: number, offset: bigint, length: bigint) {
      const file = descriptors.file(number);
      const needed = Number(offset + length);
      if (system.sync('fstat', file.number).size < needed) system.sync('ftruncate', file.number, needed);
    },
    fd_fdstat_get(number: number, result: number) {
      const descriptor = descriptors.get(number);
      memory.bytes(result, 24).fill(0);
      memory.view.setUint8(result >>> 0, wasiFileType(statusOf(number).kind));
      memory.view.setUint16((result >>> 0) + 2, descriptor.kind === 'file' && descriptor.isAppending ? APPEND : 0, true);
      // wasi-libc's `isatty` recognizes a terminal by its missing seek rights.
      const rights = descriptor.kind === 'stream' ? ALL_RIGHTS & ~0b100100n : ALL_RIGHTS;
      memory.setUint64(result + 8, rights);
      memory.setUint64(result + 16, ALL_RIGHTS);
    },
    fd_fdstat_set_flags(number: number, flags: number) {
      const descriptor = descriptors.get(number);
      if (descriptor.kind === 'file') descriptor.isAppending = (flags & APPEND) !== 0;
    },
    fd_fdstat_set_rights: (number: number) => void descriptors.get(number),
    fd_filestat_get: (number: number, result: number) => writeWasiStatus(memory, result, statusOf(number)),
    fd_filestat_set_size: (number: number, size: bigint) => system.sync('ftruncate', descriptors.file(number).number, Number(size)),
    fd_filestat_set_times(number: number, accessed: bigint, modified: bigint, flags: number) {
      const descriptor = descriptors.get(number);
      if (descriptor.kind === 'stream') return WasiErrno.NOT_SUPPORTED;
      system.sync('utimes', descriptor.path, ...wasiTimes(statusOf(number), accessed, modified, flags));
    },
  };
}
