import type { Duplex } from 'node:stream';
import type { MachineConnection } from 'devonz-engine-protocol/machine/connection';
import type { WatchLimit } from '../protocol/large-folders.ts';

/**
 * A machine with an open folder: this computer, another one over SSH, a container. The rest of the bridge knows only this. Paths are
 * absolute paths of that machine. A failed call throws an `Error` with Node's `code` (`ENOENT`, …) and Node's message.
 */
export interface Machine {
  readonly facts: MachineFacts;
  readonly files: MachineFiles;
  readonly processes: MachineProcesses;
  readonly ports: MachinePorts;
  /** Tells when the machine cannot be reached, and when it can again. `lost` is the last change. Returns the unsubscriber. */
  onConnection(listener: (change: MachineConnection) => void): () => void;
  /** Ends every program and connection that it has started. */
  close(): Promise<void>;
}

export interface MachineFacts {
  /** Identifies the machine and its user, today and after every restart: lower-case letters and digits. */
  id: string;
  kind: 'local' | 'ssh' | 'container';
  /** The machine and its user, in the form `user@host`. */
  host: string;
  user: string;
  /** The readable name of the system: `Debian GNU/Linux 12`, `macOS 15.1`, `Windows 11`. */
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
  /** The program for the agent's scripts, with its arguments before `-c`: bash, or else a POSIX shell. */
  agentShell: readonly string[];
  /** A folder for short-lived files that only this user can open, which is removed when the machine is closed. */
  temporaryFolder: string;
  /** The sandbox that confines programs to the folder and to named hosts, if one is used. */
  wall: 'bubblewrap' | null;
  /** How changes of files are detected. */
  watch: FileWatch['method'];
  /** Versions of the programs that the app can use: `git`, `node`, … */
  programs: Readonly<Record<string, string>>;
}

export type EntryKind = 'file' | 'directory' | 'symlink' | 'other';

export interface Entry {
  name: string;
  kind: EntryKind;
}

export interface EntryStatus {
  kind: EntryKind;
  /** The size in bytes. */
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
  /** Replaces a file or a link, as `write` does. Fails with `EISDIR` on a folder. */
  makeLink(target: string, path: string): Promise<void>;
  /** Returns the first folder that was created, if any. */
  makeFolder(path: string, isRecursive: boolean): Promise<string | undefined>;
  remove(path: string, options: { isRecursive: boolean; isForced: boolean }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  setMode(path: string, mode: number): Promise<void>;
  /** Reports changes below the path until closed. */
  watch(path: string, options: WatchOptions, listener: (change: FileChange) => void): Promise<FileWatch>;
}

export interface WatchOptions {
  isRecursive: boolean;
  /** Of the folders below the path only those that are listed from now on, so that a large tree need not be walked. A machine may watch more. */
  isListedOnly?: boolean;
  /** Called when the number of folders whose changes are not seen has grown. */
  onLimit?(limit: WatchLimit): void;
}

export interface FileChange {
  /** `change` if an existing entry's content changed, as with Node's `fs.watch`. */
  event: 'rename' | 'change';
  /** Relative to the watched path, with `/`. */
  name: string;
}

export interface FileWatch {
  /** How changes are detected; `polling` detects only those of listed or read entries, every few seconds. */
  readonly method: 'events' | 'polling';
  /** With `isListedOnly`: also watches this folder, which is about to be listed. Another one is left out. */
  include?(path: string): Promise<void>;
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
  /** Variables that are added to the environment of the machine's user. */
  env: Readonly<Record<string, string>>;
  /** A pseudo-terminal of this size; pipes if null. */
  terminal: TerminalSize | null;
  /** With pipes: both streams are written to one, so that their order is kept, and arrive as `stdout`. */
  joinsErrors?: boolean;
  /** Leaves out the user's variables whose names suggest a key or a password. */
  hidesSecrets?: boolean;
}

export interface MachineProcesses {
  /** Fails with `spawn NAME ENOENT` if the program does not exist. */
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
  /** The process id, by which a port's owner is identified; null if the machine does not report it. */
  readonly pid: number | null;
  /**
   * Can be read only once, and ends after the last byte. A program whose output is not read is slowed down; no output
   * is lost.
   */
  readonly output: AsyncIterable<OutputChunk>;
  readonly end: Promise<ProcessEnd>;
  write(bytes: Uint8Array): Promise<void>;
  closeInput(): void;
  resize(size: TerminalSize): void;
  /** Sends a signal to the process and everything that it started in its group. */
  signal(signal: ProcessSignal): void;
}

/** `owner` is the `pid` of the started process whose program listens, or null if it is not known. */
export type PortListener = (port: number, type: 'open' | 'close', owner: number | null) => void;

export interface MachinePorts {
  /** Reports the ports that processes of this bridge's user open on the machine from now on, and those that are open already. */
  watch(listener: PortListener): () => void;
  /** Connects to a port on the machine's loopback. */
  connect(port: number): Promise<Duplex>;
}
