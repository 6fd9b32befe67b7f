import type { ProgramName } from './program.ts';
import type { FileStatus, KernelPush } from './system-calls.ts';

/**
 * Between a process's worker and the kernel's. A channel is a port and a shared buffer: the port carries requests, answers of
 * asynchronous calls and pushes; the buffer carries the answers of synchronous ones, for which the process waits.
 *
 *   int32[0]  0 while the process waits, 1 once the answer is there
 *   int32[1]  kind of the answer (AnswerKind)
 *   int32[2]  its whole length in bytes; what does not fit is asked for with `more`
 *   float64[2]  the answer itself when it is a number
 *   int32[6…11]  requests without a message, see request-mailbox.ts
 *   byte 64…  the request, then the answer; for a FileStatus, which is asked for most of all, its numbers as float64 in the order of STATUS_NUMBERS
 */
export const CHANNEL_HEADER_BYTES = 64;
/** A file larger than this takes several rounds. */
export const CHANNEL_BUFFER_BYTES = CHANNEL_HEADER_BYTES + 1024 * 1024;

export const ChannelSlot = {
  STATE: 0,
  KIND: 1,
  LENGTH: 2,
  NUMBER: 2,
  REQUEST: 6,
  /** 1 while the kernel looks at REQUEST. */
  WATCHED: 7,
  /** Messages of the process that the kernel has received by the port. */
  RECEIVED: 8,
  REQUEST_UNITS: 9,
  /** Which argument the bytes are; -1: none. */
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
  /** An error that is fully said by its code: the number is its position in `errorNames`. */
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
  /** The rest of the last synchronous answer. */
  | { type: 'more' }
  | { type: 'async'; id: number; name: string; args: unknown[] }
  /** A channel of its own for a thread of the process: whoever waits on this one does not wait for the others. */
  | { type: 'channel'; port: MessagePort; buffer: SharedArrayBuffer }
  /** Another worker for the same program of the same process, and its end. `port` leads to who asked. */
  | { type: 'thread'; id: number; port: MessagePort; env: Record<string, string>; cwd: string }
  | { type: 'end-thread'; id: number }
  /** It has compiled this; `key` says which bytes. */
  | { type: 'compiled'; key: string; module: WebAssembly.Module }
  /** Before `exit`: nothing of the program is left in its worker, which waits for another `boot`. */
  | { type: 'clean' };

export type KernelToProcess =
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'error'; id: number; error: WireError }
  | { type: 'push'; push: KernelPush };

/** First message to a process's worker. */
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
  /** Set on a further thread of a process: the port to the thread that started it. */
  threadPort?: MessagePort;
}

/** Comes on a thread's port from the kernel, in its stead, when it cannot be started. */
export const THREAD_REFUSED = 'thread-refused';

/** To a worker that waits for its `boot`: load these meanwhile. */
export interface ProcessWarmUp {
  type: 'warm-up';
  programs: ProgramName[];
}
