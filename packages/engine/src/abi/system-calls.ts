import type { OutsideRequestHead } from 'devonz-engine-protocol/outside-request';
import type { ClientNotice } from './client-notice.ts';

/** Kind of a path, its real path, its bytes; or what is kept under a key. */
export type BatchQuestion = [about: 'kind' | 'path' | 'bytes' | 'kept', name: string];

/** A path's `kind` is 'file' or 'directory'; `path` is its real path; of bytes their number, and null where they are not given. */
export type BatchAnswer = string | number | null;

/**
 * The system calls: the one border between a process (a worker) and the kernel (a worker of its own).
 * Unix semantics throughout: file descriptors for files, pipes, terminals and sockets; process groups; signals.
 *
 * Each call can be made in two ways with the same meaning:
 * - `sync`: the process posts the request and waits with `Atomics.wait` on its shared buffer; the kernel answers into the buffer.
 *   A call that has to wait (a read from an empty pipe, a wait for a child) blocks the process, as on Unix.
 * - `async`: the answer comes as a message; the process continues.
 * A handler in the kernel returns a value or a promise and knows nothing of the difference.
 *
 * Errors are `SystemError`s with a Node code (`ENOENT`); who shows them to programs adds syscall and path as Node words them.
 */
export interface FileStatus {
  /** `console`: a terminal that programs do not see as one. Its input waits for somebody who types, as a terminal's does. */
  kind: 'file' | 'directory' | 'symlink' | 'pipe' | 'terminal' | 'socket' | 'console';
  size: number;
  /** Permission bits only. */
  mode: number;
  inode: number;
  linkCount: number;
  /** Milliseconds since the epoch, with fractions. */
  accessedAt: number;
  modifiedAt: number;
  changedAt: number;
  createdAt: number;
}

export interface DirectoryItem {
  name: string;
  kind: 'file' | 'directory' | 'symlink';
}

/** Flags of `open`, with Linux's numbers, so that `fs.constants` can be passed through. */
export const OpenFlag = {
  READ_ONLY: 0,
  WRITE_ONLY: 1,
  READ_WRITE: 2,
  CREATE: 0o100,
  EXCLUSIVE: 0o200,
  TRUNCATE: 0o1000,
  APPEND: 0o2000,
  DIRECTORY: 0o200000,
  NO_FOLLOW: 0o400000,
} as const;

export interface SpawnOptions {
  /** A path, or a name looked up in the built-in programs and then in `env.PATH`. A file that starts with `#!` runs its interpreter. */
  file: string;
  /** `argv[0]` included. */
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** The caller's descriptors that become the child's 0, 1, 2, …; null: nothing there. */
  stdio: (number | null)[];
  /** Puts the child at the head of a new process group (a job). */
  isGroupLeader?: boolean;
  /** The child takes the caller's place, as after execve: until it ends, signals for the caller go to it. The caller waits, and ends as it has ended. */
  isSuccessor?: boolean;
}

export interface ExitStatus {
  pid: number;
  /** null when a signal ended it. */
  exitCode: number | null;
  signal: SignalName | null;
}

export type SignalName =
  | 'SIGINT'
  | 'SIGTERM'
  | 'SIGKILL'
  | 'SIGHUP'
  | 'SIGQUIT'
  | 'SIGPIPE'
  | 'SIGUSR1'
  | 'SIGUSR2'
  | 'SIGWINCH'
  | 'SIGCHLD';

export interface TerminalSize {
  columns: number;
  rows: number;
}

/** One step of `changeTree`. `offset` and `length` are of its data. */
export type TreeChange =
  /** Folders above it are made. */
  | { type: 'write'; path: string; offset: number; length: number; mode: number }
  /** With all that is below it; nothing there is no error. */
  | { type: 'remove'; path: string }
  /** Folders above `to` are made. */
  | { type: 'rename'; from: string; to: string }
  /** Replaces what is there. Folders above it are made. */
  | { type: 'symlink'; target: string; path: string }
  /** Nothing there is no error. */
  | { type: 'chmod'; path: string; mode: number };

/** Every call: argument list → result. All values are structured-cloneable; byte arrays in and out are transferred or copied, never shared. */
export interface SystemCallTable {
  // Files. Paths are absolute (the process resolves them against its own cwd). Every path call but lstat/readlink/unlink/rename/symlink follows links.
  open(path: string, flags: number, mode: number): number;
  close(descriptor: number): void;
  /** At most `length` bytes; empty at the end. Waits on a pipe, terminal or socket that has nothing yet. `position` null: the descriptor's own. */
  read(descriptor: number, length: number, position: number | null): Uint8Array;
  /** Bytes taken. Waits while a pipe is full. EPIPE when nobody reads any more (and SIGPIPE is delivered). */
  write(descriptor: number, data: Uint8Array, position: number | null): number;
  fstat(descriptor: number): FileStatus;
  ftruncate(descriptor: number, length: number): void;
  fsync(descriptor: number): void;
  /**
   * Takes or gives back a lock of a file for all who have this open file, at the last of whose descriptors it ends: 0 none, 1 to read,
   * 2 to be the next to write, 4 to write. Never waits; answers with the level that is held then (3: waits for readers to finish).
   */
  lockFile(descriptor: number, level: number): number;
  /** Whether another one has a lock of the file to write. */
  isLocked(descriptor: number): boolean;
  fchmod(descriptor: number, mode: number): void;
  futimes(descriptor: number, accessedAt: number, modifiedAt: number): void;
  stat(path: string): FileStatus;
  lstat(path: string): FileStatus;
  /** Whole file in one call. */
  readFile(path: string): Uint8Array;
  /** Whole file in one call; `flags` as for open (CREATE|TRUNCATE or CREATE|APPEND). */
  writeFile(path: string, data: Uint8Array, flags: number, mode: number): void;
  readdir(path: string): DirectoryItem[];
  /** The first folder made, or null when all existed. */
  mkdir(path: string, isRecursive: boolean, mode: number): string | null;
  rmdir(path: string): void;
  unlink(path: string): void;
  /** `rm -rf`: the path and all below it. ENOENT when there is nothing and `isForced` is false. */
  removeTree(path: string, isForced: boolean): void;
  rename(from: string, to: string): void;
  /**
   * Many changes in one call: no other process sees a state between them, and none is left when this one is killed.
   * The first that fails ends it; those before it stay.
   */
  changeTree(changes: TreeChange[], data: Uint8Array): void;
  link(existing: string, path: string): void;
  symlink(target: string, path: string): void;
  readlink(path: string): string;
  realpath(path: string): string;
  chmod(path: string, mode: number): void;
  /** Permissions that what this process and its later children make does not get; null leaves them. The former ones. */
  umask(mask: number | null): number;
  utimes(path: string, accessedAt: number, modifiedAt: number): void;
  /** Events come as pushes `{type:'watch', watchId, …}` until `unwatch`. */
  watch(path: string, isRecursive: boolean): number;
  unwatch(watchId: number): void;

  // Results of work on files that other processes may need again, by content: they are no files, and may be forgotten at any time.
  /** Empty when there is none. */
  recall(key: string): Uint8Array;
  keep(key: string, value: Uint8Array): void;
  /** Many questions about files and kept results in one call; see kernel/files/read-batch.ts. */
  readBatch(questions: BatchQuestion[]): Uint8Array;

  // Descriptors.
  pipe(): [readEnd: number, writeEnd: number];
  /** Two connected descriptors, each readable and writable (IPC channels). */
  socketPair(): [number, number];
  duplicate(descriptor: number): number;

  // Processes.
  spawn(options: SpawnOptions): number;
  /** Waits for that child, or for any child with -1. ECHILD when there is none. */
  wait(pid: number): ExitStatus;
  /** The same, but no longer than that: null when it has not ended by then. */
  waitAtMost(pid: number, milliseconds: number): ExitStatus | null;
  /** A negative pid names a process group; signal 0 as null only asks whether it lives. ESRCH when there is none. */
  kill(pid: number, signal: SignalName | null): void;
  /** Signals this process handles itself: they are pushed instead of ending it. */
  handleSignals(signals: SignalName[]): void;
  /** Never answers: the process is gone. */
  exit(exitCode: number): void;
  listProcesses(): { pid: number; parentPid: number; group: number; command: string; startedAt: number }[];

  /** An event of the client. EINVAL when it is none. */
  notifyClient(notice: ClientNotice): void;

  // Terminals.
  isTerminal(descriptor: number): boolean;
  terminalSize(descriptor: number): TerminalSize;
  /** Raw: no echo, no line editing, Ctrl-C is a byte. */
  setTerminalRaw(descriptor: number, isRaw: boolean): void;
  /** Off: what is typed is not shown (a password). */
  setTerminalEcho(descriptor: number, isOn: boolean): void;
  /** Off: the calling process has a read under way that it no longer waits for, as Node's `stdin` has when it is paused. */
  setReadWanted(descriptor: number, isWanted: boolean): void;
  /** Ctrl-C goes to this process group. */
  setForegroundGroup(descriptor: number, group: number): void;

  // Sockets: byte streams between processes, and from previews. Port 0 takes a free one. EADDRINUSE, ECONNREFUSED.
  listen(port: number, host: string): { listener: number; port: number };
  /** Waits for the next connection. */
  accept(listener: number): { socket: number; remotePort: number };
  connect(port: number, host: string): { socket: number; localPort: number };
  /** The same by a path of the file system. EADDRINUSE when something is there; ENOENT, ECONNREFUSED. */
  listenAt(path: string): number;
  connectTo(path: string): number;
  /** Ends the writing side; the reading side continues. */
  shutdown(socket: number): void;
  /**
   * An HTTP request to another machine, by whoever embeds the engine. The first read of the descriptor waits for the answer and gives its
   * head (`OutsideAnswerHead`, as JSON), those after it the body; who closes it gives up. ENOSYS: nobody does that here. EAGAIN: too many at once.
   */
  requestOutside(head: OutsideRequestHead, body: Uint8Array): number;
}

export type SystemCallName = keyof SystemCallTable;

type Arguments<Name extends SystemCallName> = Parameters<SystemCallTable[Name]>;
type Result<Name extends SystemCallName> = ReturnType<SystemCallTable[Name]>;

/** What a process calls. Both throw (reject with) `SystemError`. */
export interface SystemCalls {
  sync<Name extends SystemCallName>(name: Name, ...args: Arguments<Name>): Result<Name>;
  async<Name extends SystemCallName>(name: Name, ...args: Arguments<Name>): Promise<Result<Name>>;
  /** What the kernel sends unasked. Returns the unsubscriber. */
  onPush(listener: (push: KernelPush) => void): () => void;
}

export type KernelPush =
  | { type: 'signal'; signal: SignalName }
  | { type: 'watch'; watchId: number; event: 'rename' | 'change' /** Relative to the watched path. */; path: string }
  | { type: 'child-exit'; status: ExitStatus };

/** What the kernel side implements: the same table, with the calling process first, and free to answer later. */
export type SystemCallHandlers<Process> = {
  [Name in SystemCallName]: (process: Process, ...args: Arguments<Name>) => Result<Name> | Promise<Result<Name>>;
};

export class SystemError extends Error {
  override readonly name = 'SystemError';
  constructor(
    /** `ENOENT`, `EPIPE`, … */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
