import type { ProgramName } from './program.ts';
import type { FileStatus, KernelPush } from './system-calls.ts';

/**
 * The channel between a process's worker and the kernel's: a port and a shared buffer. The port carries requests, answers of asynchronous
 * calls and pushes; the buffer carries the answers of synchronous ones, for which the process waits.
 *
 *   int32[0]  0 while the process waits, 1 once the answer has arrived
 *   int32[1]  kind of the answer (AnswerKind)
 *   int32[2]  its whole length in bytes; the part that does not fit is requested with `more`
 *   float64[2]  the answer itself if it is a number
 *   int32[6…11]  requests without a message, see request-mailbox.ts
 *   byte 64…  the request, then the answer; a FileStatus, the most frequent one, as float64 numbers in the order of STATUS_NUMBERS
 */
export const CHANNEL_HEADER_BYTES = 64;
/** A larger file takes several rounds. */
export const CHANNEL_BUFFER_BYTES = CHANNEL_HEADER_BYTES + 1024 * 1024;

export const ChannelSlot = {
  STATE: 0,
  KIND: 1,
  LENGTH: 2,
  NUMBER: 2,
  REQUEST: 6,
  /** 1 while the kernel polls REQUEST. */
  WATCHED: 7,
  /** The number of messages of the process that the kernel has received by the port. */
  RECEIVED: 8,
  REQUEST_UNITS: 9,
  /** The index of the argument that holds the bytes, or -1 for none. */
  REQUEST_BYTES_AT: 10,
  REQUEST_BYTES: 11,
} as const;
export const ChannelState = { WAITING: 0, ANSWERED: 1 } as const;
export const RequestState = { NONE: 0, CALL: 1, MORE: 2 } as const;
export const AnswerKind = {
  NOTHING: 0,
  NUMBER: 1,
  BYTES: 2,
  /** In UTF-16. */
  JSON: 3,
  /** `CODE message` in UTF-16. */
  ERROR: 4,
  STATUS: 5,
  /** An error that its code fully describes: the number is its index in `errorNames`. */
  PLAIN_ERROR: 6,
} as const;

export const STATUS_KINDS = [
  'file',
  'directory',
  'symlink',
  'pipe',
  'terminal',
  'socket',
  'console',
] as const satisfies readonly FileStatus['kind'][];
export const STATUS_NUMBERS = ['size', 'mode', 'inode', 'linkCount', 'accessedAt', 'modifiedAt', 'changedAt', 'createdAt'] as const;

export interface WireError {
  code: string;
  message: string;
}

export type ProcessToKernel =
  | { type: 'sync'; name: string; args: unknown[] }
  /** Requests the rest of the last synchronous answer. */
  | { type: 'more' }
  | { type: 'async'; id: number; name: string; args: unknown[] }
  /** Opens a separate channel for a thread of the process, so that waiting on one does not block the others. */
  | { type: 'channel'; port: MessagePort; buffer: SharedArrayBuffer }
  /** Starts another worker for the same program of the same process, or ends it. `port` leads to the requesting thread. */
  | { type: 'thread'; id: number; port: MessagePort; env: Record<string, string>; cwd: string }
  | { type: 'end-thread'; id: number }
  /** A compiled module; `key` identifies its bytes. */
  | { type: 'compiled'; key: string; module: WebAssembly.Module }
  /** Sent before `exit`: the program leaves nothing in its worker, which waits for another `boot`. */
  | { type: 'clean' };

export type KernelToProcess =
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'error'; id: number; error: WireError }
  | { type: 'push'; push: KernelPush };

/** The first message to a process's worker. */
export interface ProcessBoot {
  type: 'boot';
  program: ProgramName;
  pid: number;
  parentPid: number;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  origin: string;
  port: MessagePort;
  buffer: SharedArrayBuffer;
  /** Set on an additional thread of a process: the port to the thread that started it. */
  threadPort?: MessagePort;
}

/** Sent by the kernel on a thread's port, on its behalf, if it cannot be started. */
export const THREAD_REFUSED = 'thread-refused';

/** Sent to a worker that waits for its `boot`: the programs to load meanwhile. */
export interface ProcessWarmUp {
  type: 'warm-up';
  programs: ProgramName[];
}
