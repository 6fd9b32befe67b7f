import type { OutsideRequestHead } from 'devonz-engine-protocol/outside-request';
import type { ClientNotice } from './client-notice.ts';

/** Asks for the kind of a path, its real path, or its bytes; or for the value kept under a key. */
export type BatchQuestion = [about: 'kind' | 'path' | 'bytes' | 'kept', name: string];

/**
 * For `kind`, 'file' or 'directory'; for `path`, the real path; for `bytes` and `kept`, the number of bytes. `null` if the answer is
 * unavailable.
 */
export type BatchAnswer = string | number | null;

/**
 * The status of a file.
 *
 * The system calls are the only boundary between a process (a worker) and the kernel (a separate worker).
 * Unix semantics throughout: file descriptors for files, pipes, terminals and sockets; process groups; signals.
 *
 * Each call can be made in two ways with the same meaning:
 * - `sync`: the process posts the request and waits with `Atomics.wait` on its shared buffer; the kernel answers into the buffer.
 *   A call that has to wait (a read from an empty pipe, a wait for a child) blocks the process, as on Unix.
 * - `async`: the answer arrives as a message; the process continues.
 * A handler in the kernel returns a value or a promise, and is unaware of the difference.
 *
 * Errors are `SystemError`s with a Node code (`ENOENT`); code that shows them to programs adds syscall and path in Node's format.
 */
export interface FileStatus {
  /** `console`: a terminal that programs do not recognise as one. As with a terminal, its input may have to wait for a user. */
  kind: 'file' | 'directory' | 'symlink' | 'pipe' | 'terminal' | 'socket' | 'console';
  size: number;
  /** Only the permission bits. */
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

/** The flags of `open`, with Linux's values, so that `fs.constants` can be passed through. */
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
  /** Includes `argv[0]`. */
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** The caller's descriptors that become the child's 0, 1, 2, …; `null` leaves one closed. */
  stdio: (number | null)[];
  /** Makes the child the leader of a new process group (a job). */
  isGroupLeader?: boolean;
  /**
   * The child replaces the caller, as after execve: until it ends, it receives the caller's signals. The caller waits, and ends with the
   * same status.
   */
  isSuccessor?: boolean;
}

export interface ExitStatus {
  pid: number;
  /** `null` if a signal ended it. */
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

export interface TerminalMode {
  /** See `setTerminalRaw`. */
  isRaw: boolean;
  /** See `setTerminalEcho`; raw mode shows nothing either way. */
  isEcho: boolean;
  /** See `setTerminalSignals`. */
  hasSignals: boolean;
}

/** One step of `changeTree`. `offset` and `length` refer to its data. */
export type TreeChange =
  /** Creates missing parent folders. */
  | { type: 'write'; path: string; offset: number; length: number; mode: number }
  /** Removes everything below it, too; a missing path is not an error. */
  | { type: 'remove'; path: string }
  /** Creates missing parent folders of `to`. */
  | { type: 'rename'; from: string; to: string }
  /** Replaces an existing entry, and creates missing parent folders. */
  | { type: 'symlink'; target: string; path: string }
  /** A missing path is not an error. */
  | { type: 'chmod'; path: string; mode: number };

/**
 * All calls, with their arguments and results. All values are structured-cloneable; byte arrays are transferred or copied, never shared.
 */
export interface SystemCallTable {
  // Files. Paths are absolute (the process resolves them against its own cwd). Every path call except lstat/readlink/unlink/rename/symlink
  // follows links.
  open(path: string, flags: number, mode: number): number;
  close(descriptor: number): void;
  /**
   * Returns at most `length` bytes, and an empty array at the end. Waits on an empty pipe, terminal or socket. A `null` position uses the
   * descriptor's own.
   */
  read(descriptor: number, length: number, position: number | null): Uint8Array;
  /**
   * Returns the number of bytes consumed. Waits while a pipe is full. Throws EPIPE, and delivers SIGPIPE, if the pipe has no reader left.
   */
  write(descriptor: number, data: Uint8Array, position: number | null): number;
  fstat(descriptor: number): FileStatus;
  ftruncate(descriptor: number, length: number): void;
  fsync(descriptor: number): void;
  /**
   * Acquires or releases a lock on a file for all who share this open file; closing its last descriptor releases it. Levels: 0 none, 1 to
   * read, 2 to be the next writer, 4 to write. Never waits; returns the resulting level (3: waits for readers to finish).
   */
  lockFile(descriptor: number, level: number): number;
  /** Returns whether another open file holds a lock to write the file. */
  isLocked(descriptor: number): boolean;
  fchmod(descriptor: number, mode: number): void;
  futimes(descriptor: number, accessedAt: number, modifiedAt: number): void;
  stat(path: string): FileStatus;
  lstat(path: string): FileStatus;
  /** Reads the whole file in one call. */
  readFile(path: string): Uint8Array;
  /** Writes the whole file in one call; `flags` as for open (CREATE|TRUNCATE or CREATE|APPEND). */
  writeFile(path: string, data: Uint8Array, flags: number, mode: number): void;
  readdir(path: string): DirectoryItem[];
  /** Returns the first folder created, or `null` if all existed. */
  mkdir(path: string, isRecursive: boolean, mode: number): string | null;
  rmdir(path: string): void;
  unlink(path: string): void;
  /** Like `rm -rf`: removes the path and everything below it. Throws ENOENT if it does not exist and `isForced` is false. */
  removeTree(path: string, isForced: boolean): void;
  rename(from: string, to: string): void;
  /**
   * Applies many changes in one call: no other process sees an intermediate state, and killing this one does not leave one. The first
   * failure ends the call; earlier changes remain.
   */
  changeTree(changes: TreeChange[], data: Uint8Array): void;
  link(existing: string, path: string): void;
  symlink(target: string, path: string): void;
  readlink(path: string): string;
  realpath(path: string): string;
  chmod(path: string, mode: number): void;
  /**
   * Sets the permissions removed from entries that this process and its later children create; `null` leaves them unchanged. Returns the
   * previous value.
   */
  umask(mask: number | null): number;
  utimes(path: string, accessedAt: number, modifiedAt: number): void;
  /** Events arrive as pushes `{type:'watch', watchId, …}` until `unwatch`. */
  watch(path: string, isRecursive: boolean): number;
  unwatch(watchId: number): void;

  // Results of work on files that other processes may reuse, by content. They are not files, and may be evicted at any time.
  /** Returns an empty array if there is none. */
  recall(key: string): Uint8Array;
  keep(key: string, value: Uint8Array): void;
  /** Answers many questions about files and kept results in one call; see kernel/files/read-batch.ts. */
  readBatch(questions: BatchQuestion[]): Uint8Array;

  // Descriptors.
  pipe(): [readEnd: number, writeEnd: number];
  /** Creates two connected descriptors, each readable and writable (IPC channels). */
  socketPair(): [number, number];
  duplicate(descriptor: number): number;

  // Processes.
  spawn(options: SpawnOptions): number;
  /** Waits for that child, or for any child with -1. Throws ECHILD if there is none. */
  wait(pid: number): ExitStatus;
  /** Like `wait`, but returns `null` if the child has not ended after this time. */
  waitAtMost(pid: number, milliseconds: number): ExitStatus | null;
  /** A negative pid refers to a process group; a `null` signal only checks whether it exists. Throws ESRCH if it does not. */
  kill(pid: number, signal: SignalName | null): void;
  /** Sets the signals that this process handles itself: they are pushed instead of ending it. */
  handleSignals(signals: SignalName[]): void;
  /** Never returns, because the process is gone. */
  exit(exitCode: number): void;
  listProcesses(): { pid: number; parentPid: number; group: number; command: string; startedAt: number }[];

  /** Emits an event of the client. Throws EINVAL if it is invalid. */
  notifyClient(notice: ClientNotice): void;

  // Terminals.
  isTerminal(descriptor: number): boolean;
  terminalSize(descriptor: number): TerminalSize;
  terminalMode(descriptor: number): TerminalMode;
  /** Raw mode: no echo, no line editing, and Ctrl-C is a byte. */
  setTerminalRaw(descriptor: number, isRaw: boolean): void;
  /** Whether Ctrl-C and Ctrl-\ are signals, or bytes like others. A change of `setTerminalRaw` sets it: off in raw mode, on otherwise. */
  setTerminalSignals(descriptor: number, isOn: boolean): void;
  /** If off, typed text is not shown (a password). */
  setTerminalEcho(descriptor: number, isOn: boolean): void;
  /** False means that the calling process has a pending read that it no longer waits for, like Node's paused `stdin`. */
  setReadWanted(descriptor: number, isWanted: boolean): void;
  /** Sets the process group that receives Ctrl-C. */
  setForegroundGroup(descriptor: number, group: number): void;

  // Sockets: byte streams between processes, and from previews. Port 0 selects a free one. Throws EADDRINUSE or ECONNREFUSED.
  listen(port: number, host: string): { listener: number; port: number };
  /** Waits for the next connection. */
  accept(listener: number): { socket: number; remotePort: number };
  connect(port: number, host: string): { socket: number; localPort: number };
  /**
   * `listenAt` and `connectTo` are like `listen` and `connect`, with a path of the file system. `listenAt` throws EADDRINUSE if the path
   * exists; `connectTo` throws ENOENT or ECONNREFUSED.
   */
  listenAt(path: string): number;
  connectTo(path: string): number;
  /** Ends the writing side; the reading side continues. */
  shutdown(socket: number): void;
  /**
   * Sends an HTTP request to another machine through the embedder. The first read of the descriptor waits for the response and returns its
   * head (`OutsideAnswerHead`, as JSON), later ones the body; closing it aborts. Throws ENOSYS without an embedder that supports it, and
   * EAGAIN if too many are pending.
   */
  requestOutside(head: OutsideRequestHead, body: Uint8Array): number;
}

export type SystemCallName = keyof SystemCallTable;

type Arguments<Name extends SystemCallName> = Parameters<SystemCallTable[Name]>;
type Result<Name extends SystemCallName> = ReturnType<SystemCallTable[Name]>;

/** The calls of a process. Both forms throw (or reject with) `SystemError`. */
export interface SystemCalls {
  sync<Name extends SystemCallName>(name: Name, ...args: Arguments<Name>): Result<Name>;
  async<Name extends SystemCallName>(name: Name, ...args: Arguments<Name>): Promise<Result<Name>>;
  /** Listens to unsolicited messages of the kernel. Returns a function that unsubscribes. */
  onPush(listener: (push: KernelPush) => void): () => void;
}

export type KernelPush =
  | { type: 'signal'; signal: SignalName }
  | { type: 'watch'; watchId: number; event: 'rename' | 'change' /** Relative to the watched path. */; path: string }
  | { type: 'child-exit'; status: ExitStatus };

/** The kernel's implementation: the same table, with the calling process as the first argument; results may be promises. */
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
