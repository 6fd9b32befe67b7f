import type { FileStatus } from '../../../../abi/system-calls.ts';
import type { WasiMemory } from './wasi-memory.ts';

/**
 * WASI's `filetype`; it has no number for pipes. wasi-libc takes a character device that cannot seek for a terminal, so a console must not
 * be one.
 */
const fileTypes: Record<FileStatus['kind'], number> = {
  file: 4,
  directory: 3,
  symlink: 7,
  terminal: 2,
  console: 0,
  pipe: 0,
  socket: 6,
};

export function wasiFileType(kind: FileStatus['kind']): number {
  return fileTypes[kind];
}

function nanoseconds(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds * 1000)) * 1000n;
}

/** Writes a `filestat` of 64 bytes. */
export function writeWasiStatus(memory: WasiMemory, address: number, status: FileStatus): void {
  const at = address >>> 0;
  memory.bytes(at, 64).fill(0);
  memory.setUint64(at + 8, BigInt(status.inode));
  memory.view.setUint8(at + 16, wasiFileType(status.kind));
  memory.setUint64(at + 24, BigInt(status.linkCount));
  memory.setUint64(at + 32, BigInt(status.size));
  memory.setUint64(at + 40, nanoseconds(status.accessedAt));
  memory.setUint64(at + 48, nanoseconds(status.modifiedAt));
  memory.setUint64(at + 56, nanoseconds(status.changedAt));
}

const TimeFlag = { ACCESSED: 1, ACCESSED_NOW: 2, MODIFIED: 4, MODIFIED_NOW: 8 } as const;

/** Returns the times in milliseconds that `*_filestat_set_times` should set. */
export function wasiTimes(status: FileStatus, accessed: bigint, modified: bigint, flags: number): [number, number] {
  const chosen = (given: bigint, isGiven: boolean, isNow: boolean, present: number): number => {
    if (isNow) return Date.now();
    return isGiven ? Number(given) / 1_000_000 : present;
  };
  return [
    chosen(accessed, (flags & TimeFlag.ACCESSED) !== 0, (flags & TimeFlag.ACCESSED_NOW) !== 0, status.accessedAt),
    chosen(modified, (flags & TimeFlag.MODIFIED) !== 0, (flags & TimeFlag.MODIFIED_NOW) !== 0, status.modifiedAt),
  ];
}
