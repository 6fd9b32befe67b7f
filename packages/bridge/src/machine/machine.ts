import type { Duplex } from 'node:stream';

/**
 * A machine with an open folder: this computer, another one over SSH, a container. The rest of the bridge knows only this. Paths are
 * absolute paths of that machine. A failed call throws an `Error` with Node's `code` (`ENOENT`, …) and Node's message.
 */
export interface Machine {
  readonly facts: MachineFacts;
  readonly files: MachineFiles;
  readonly processes: MachineProcesses;
  readonly ports: MachinePorts;
  /** Called once, with a sentence for the user, when the machine can no longer be reached. Returns the unsubscriber. */
  onLost(listener: (reason: string) => void): () => void;
  /** Ends what it has started. */
  close(): Promise<void>;
}

export interface MachineFacts {
  kind: 'local' | 'ssh' | 'container';
  /** As in `user@host`. */
  host: string;
  user: string;
  /** In words: `Debian GNU/Linux 12`, `macOS 15.1`, `Windows 11`. */
  system: string;
  platform: 'linux' | 'darwin' | 'win32' | 'other';
  /** The absolute path of the user's shell. */
  shell: string;
  home: string;
  /** The absolute path of the open folder. */
  folder: string;
  /** False if processes have only pipes there; `terminalReason` says why. */
  hasTerminal: boolean;
  terminalReason?: string;
  /** The `PATH` of programs, if it is known. */
  searchPath?: string;
}

export type EntryKind = 'file' | 'directory' | 'symlink' | 'other';

export interface Entry {
  name: string;
  kind: EntryKind;
}

export interface EntryStatus {
  kind: EntryKind;
  /** Bytes. */
  size: number;
  /** The permission bits. */
  mode: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

/** Never follows a link out of the open folder: such a call fails with `EACCES` (the machine's processes may, its files may not). */
export interface MachineFiles {
  /** At most `limit` bytes from `offset`; the whole file without `range`. */
  read(path: string, range?: { offset: number; limit: number }): Promise<Uint8Array>;
  /** Replaces the file as a whole, so that no reader sees a half-written one, and keeps its mode. */
  write(path: string, content: Uint8Array): Promise<void>;
  list(path: string): Promise<Entry[]>;
  /** Does not follow a link at the end of the path. */
  status(path: string): Promise<EntryStatus>;
  readLink(path: string): Promise<string>;
  makeLink(target: string, path: string): Promise<void>;
  /** Returns the first folder that was created, if any. */
  makeFolder(path: string, isRecursive: boolean): Promise<string | undefined>;
  remove(path: string, options: { isRecursive: boolean; isForced: boolean }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  setMode(path: string, mode: number): Promise<void>;
  /** Reports changes below the path until closed. */
  watch(path: string, options: { isRecursive: boolean }, listener: (change: FileChange) => void): Promise<FileWatch>;
}

export interface FileChange {
  /** `change` if an existing entry's content changed, as with Node's `fs.watch`. */
  event: 'rename' | 'change';
  /** Relative to the watched path, with `/`. */
  name: string;
}

export interface FileWatch {
  /** How changes are seen; `polling` sees only what was listed or read, every few seconds. */
  readonly method: 'events' | 'polling';
  close(): void;
}

export interface TerminalSize {
  columns: number;
  rows: number;
}

export interface ProcessRequest {
  command: string;
  args: readonly string[];
  cwd: string;
  /** Added to the environment of the machine's own user. */
  env: Readonly<Record<string, string>>;
  /** A pseudo-terminal of this size; pipes if null. */
  terminal: TerminalSize | null;
  /** With pipes: both streams are written to one, so that their order is kept, and arrive as `stdout`. */
  joinsErrors?: boolean;
}

export interface MachineProcesses {
  /** Fails with `spawn NAME ENOENT` if there is no such program. */
  start(request: ProcessRequest): Promise<MachineProcess>;
}

export interface OutputChunk {
  /** A pseudo-terminal has only `stdout`. */
  stream: 'stdout' | 'stderr';
  bytes: Uint8Array;
}

export type ProcessEnd = { type: 'exited'; code: number } | { type: 'killed'; signal: string } | { type: 'lost'; reason: string };

export type ProcessSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGKILL';

export interface MachineProcess {
  /** Read once. A program whose output is not read is slowed down, nothing is lost. Ends after the last byte. */
  readonly output: AsyncIterable<OutputChunk>;
  readonly end: Promise<ProcessEnd>;
  write(bytes: Uint8Array): Promise<void>;
  closeInput(): void;
  resize(size: TerminalSize): void;
  /** For the process and everything that it started in its group. */
  signal(signal: ProcessSignal): void;
}

export interface MachinePorts {
  /** Reports the ports that processes of this bridge's user open on the machine from now on, and those that are open already. */
  watch(listener: (port: number, type: 'open' | 'close') => void): () => void;
  /** Connects to a port on the machine's loopback. */
  connect(port: number): Promise<Duplex>;
}
