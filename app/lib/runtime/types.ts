import type { FileAccess } from 'devonz-engine-protocol/terminal-note';
import type { MachineFacts } from '../protocol/machines/machine.ts';
import type { FoundInProject } from '../protocol/project-facts/found-in-project.ts';
import type { FileTouches } from '../protocol/tool-call.ts';
import type { ResolvedHost } from './hosts.ts';

/**
 * The rest of the app's view of a runtime. `Workspace` is for tools: files and commands. `Runtime` adds what only its owner
 * needs: processes with terminals, ports, watching, teardown. The only implementation for a real host is `webcontainer.ts`;
 * `memory/` has a Workspace for unit tests.
 */
declare const workspacePathBrand: unique symbol;

/** A path inside the project, relative to its root, with `/`, no `.` or `..`, no leading slash; the root is ''. Only `toWorkspacePath` makes one. */
export type WorkspacePath = string & { readonly [workspacePathBrand]: true };

export type FileKind = 'file' | 'directory';

export interface DirectoryEntry {
  name: string;
  kind: FileKind;
  /** Whether it is a symbolic link; `kind` is then a file, whatever the target is. */
  isLink?: true;
}

/** The target as written: relative to the link's folder, or absolute. */
export interface SymbolicLink {
  linkTo: string;
}

/** Content at a path that is not a folder. */
export type PlacedContent = Uint8Array | SymbolicLink;

export type WorkspaceErrorCode = 'ENOENT' | 'EISDIR' | 'ENOTDIR' | 'EEXIST' | 'ENOTEMPTY' | 'ELOOP' | 'EIO' | 'EUNAVAILABLE';

/** Every method of a Workspace rejects with this. `message` is fit for the user and the model. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  constructor(
    readonly code: WorkspaceErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export interface CommandRequest {
  command: string;
  /** The directory to run in; if absent, the agent shell's current one. */
  cwd?: WorkspacePath;
  /** The guarded files that it may access, if the host can enforce that; if absent, all, as for a user's command. */
  touches?: FileTouches;
  /** Time until the command is left running in the background. In milliseconds. */
  timeoutMs: number;
  /** Its programs see a terminal. If absent, they print as into a pipe, provided that the host can tell them so. */
  hasTerminal?: true;
  signal: AbortSignal;
  /** Output as it arrives, with escape codes. */
  onOutput(chunk: string): void;
  /** The prompt after which the command waits for terminal input; null when it no longer waits. */
  onInputWanted?(wanted: InputWanted | null): void;
  /** The caller also waits for the answer: meanwhile the command is not moved to the background. */
  isAnsweredHere?: true;
}

/** The prompt of a program that reads from its terminal. */
export interface InputWanted {
  processId: string;
  /** The last line, or the last lines of a menu, without escape codes. */
  prompt: string;
  /** The input is not shown and must not be stored: a password. */
  isHidden?: true;
}

/** A command of the agent's shell that runs or has ended in the background. */
export interface AgentProcess {
  processId: string;
  command: string;
  /** The absolute path where it was started; absent if unknown. */
  directory?: string;
  startedAt: number;
  ports: readonly { port: number; url: string }[];
  /** null while it runs. */
  exitCode: number | null;
  /** Set while it waits for input. */
  waitsFor: InputWanted | null;
}

/** Its output without escape codes; only the end of a long output is kept. */
export interface ProcessLog {
  text: string;
  /** The beginning of a long output, which is kept too; absent if nothing is missing. */
  head?: string;
  /** Characters printed before `text` that are no longer kept. */
  dropped: number;
  /** Line ends in the dropped part: `text` begins in the line after that many. */
  droppedLines: number;
}

/** The agent's own background processes. Methods with a process id reject with ENOENT if it does not exist. */
export interface ProcessControl {
  list(): Promise<readonly AgentProcess[]>;
  log(processId: string): Promise<ProcessLog>;
  write(processId: string, data: string): Promise<void>;
  /** Sends Ctrl-C. */
  interrupt(processId: string): Promise<void>;
  kill(processId: string): Promise<void>;
}

/** A part of an output that was too long to keep. */
export interface OmittedOutput {
  /** Its position in the kept output. */
  at: number;
  characters: number;
  /** Number of line ends in it. */
  lines: number;
}

interface CommandOutput {
  /** With escape codes. */
  output: string;
  omitted?: OmittedOutput;
  /** The parts of `output` written to standard error, in order. Absent if the host cannot tell: then all of it counts as standard output. */
  errorParts?: readonly TextPart[];
  /** Files to which the host refused access, in the order of the attempts. */
  refused?: readonly RefusedFile[];
}

/** A range of characters: start included, end not. */
export interface TextPart {
  from: number;
  to: number;
}

export interface RefusedFile {
  access: FileAccess;
  /** Relative to the project's root; absolute if outside of it. */
  path: string;
}

export type CommandOutcome = CommandOutput &
  (
    | { status: 'completed'; exitCode: number }
    /**
     * It continues as background process `processId`: it opened a port, waits for input that nobody gave, or (`hasJobs`) has
     * ended and left programs that it started with `&`.
     */
    | { status: 'running'; processId: string; ports: { port: number; url: string }[]; waitsFor?: InputWanted; hasJobs?: true }
    /** It exceeded its time limit and continues. `isReading`: it reads from its terminal, although it has shown no prompt. */
    | { status: 'timed_out'; processId: string; isReading?: true }
    /** Stopped by the signal. */
    | { status: 'cancelled' }
  );

/** Its patterns are validated: they compile. */
export interface SearchRequest {
  query: string;
  /** A file, or a folder with everything in it. */
  path: WorkspacePath;
  /** The most lines to return. */
  limit: number;
  include: string | null;
  exclude: string | null;
}

export interface SearchMatch {
  file: string;
  line: number;
  /** The line; for a very long one, the text around the match. */
  content: string;
  /** Position in `content`. */
  matchStart: number;
  matchEnd: number;
  /** Length of the whole line, if `content` is only a part. In characters. */
  lineLength?: number;
}

export interface SearchFindings {
  results: SearchMatch[];
  /** There may be more matches. */
  truncated: boolean;
  searched: number;
  /** The first few files that were not searched, each with the reason. */
  skipped: string[];
  skippedCount: number;
  /** How the query was interpreted, if that is not obvious. */
  note: string | null;
}

/** The user's search in all files. */
export interface FindRequest {
  query: string;
  isExpression: boolean;
  matchCase: boolean;
  wholeWord: boolean;
  /** Globs; null for all files. */
  include: string | null;
  exclude: string | null;
  /** The replacement for each match; null if nothing is replaced. */
  replacement: string | null;
  /** The most matches to return. */
  limit: number;
}

/** A computer of the user's. What a command does there is real, and nothing undoes it. */
export interface RealMachine {
  /** The same each time it is connected; rules and settings for it are kept by this id. */
  id: string;
  user: string;
  /** Absolute path of the user's home folder. */
  home: string;
}

/** Where a project's commands run. Known before the host has started. */
export interface ProjectPlace {
  /** Absolute path of the project's folder, such as `/home/project`. */
  projectRoot(): string;
  /** Null in the browser, where commands reach nothing but the project. */
  machine(): RealMachine | null;
}

export interface Workspace extends ProjectPlace {
  readFile(path: WorkspacePath): Promise<Uint8Array>;
  /** Atomic: a reader sees the old content or the new. Creates missing folders. */
  writeFile(path: WorkspacePath, content: Uint8Array): Promise<void>;
  /** The kind of what is at `path`, or null. */
  kindOf(path: WorkspacePath): Promise<FileKind | null>;
  /** Sorted by name. */
  readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]>;
  makeDirectory(path: WorkspacePath): Promise<void>;
  /** Reads the path itself: for a symbolic link its target path, not the target's content. */
  readUnfollowed(path: WorkspacePath): Promise<PlacedContent>;
  /** Creates a symbolic link and replaces an existing file or link. Rejects with EISDIR if there is a folder. */
  makeLink(path: WorkspacePath, linkTo: string): Promise<void>;
  /** Removes a file, a link (not its target), or a folder with its contents. */
  remove(path: WorkspacePath): Promise<void>;
  rename(from: WorkspacePath, to: WorkspacePath): Promise<void>;
  /** Runs in the agent's own shell, which keeps its directory and environment between calls. */
  runCommand(request: CommandRequest): Promise<CommandOutcome>;
  readonly processes: ProcessControl;
  /**
   * Searches many files at once, faster than reading them one by one. Null if it is not available for this path, so that the caller must
   * read the files. Absent if the host has no search. Rejects with EIO if it takes too long.
   */
  search?(request: SearchRequest): Promise<SearchFindings | null>;
  /** Every match in the project's text, for the user: includes files that may hold secrets. Null as with `search`. */
  findAll?(request: FindRequest): Promise<FoundInProject | null>;
  /** Whether the host itself blocks commands from guarded files that they may not access; if absent, it does not. */
  hasFileWall?(): Promise<boolean>;
  /** The agent shell's directory; null if outside the project. Absent if it is always the root. */
  agentDirectory?(): Promise<WorkspacePath | null>;
}

export interface RuntimeProcess {
  /** Resolves with the exit code; never rejects. */
  readonly exit: Promise<number>;
  readonly output: ReadableStream<string>;
  write(data: string): Promise<void>;
  resize(size: { columns: number; rows: number }): void;
  kill(): void;
}

export interface SpawnRequest {
  command: string;
  args: string[];
  cwd?: WorkspacePath;
  env?: Record<string, string>;
  /** If given, the process has a terminal of that size. */
  terminal?: { columns: number; rows: number };
}

export type RuntimeEvent =
  | { type: 'server-ready'; port: number; url: string }
  | { type: 'port-closed'; port: number }
  | { type: 'preview-message'; port: number; level: 'error' | 'log' | 'warn' | 'info' | 'network'; message: string; stack?: string }
  /** The current place of the shown page: `path` with query and hash. */
  | { type: 'preview-place'; port: number; path: string; canGoBack: boolean; canGoForward: boolean }
  | { type: 'error'; message: string }
  /** The host has ended: pending calls reject with EUNAVAILABLE, and its processes have exited. `reason` is fit for the user. */
  | { type: 'ended'; reason: string }
  /** The connection to a real machine was interrupted, or is back; `lost` lists the commands that ended meanwhile. */
  | { type: 'connection'; isThere: boolean; lost: readonly string[] }
  /** It has not answered for a long time, or answers again. */
  | { type: 'silence'; isSilent: boolean };

/**
 * `removed` may name a folder: everything in it is gone too. A new folder may have replaced another: everything known below it is
 * gone, and a `changed` event follows for each file in it.
 */
export type FileEvent =
  /** `content`: its bytes, if they were read to find out its kind. `isLink`: it is a symbolic link, whatever its target. */
  { type: 'changed'; path: WorkspacePath; content?: Uint8Array; isLink?: true } | { type: 'removed' | 'folder-added'; path: WorkspacePath };

/** A file to mount in a runtime. */
export interface MountedFile {
  path: WorkspacePath;
  content: Uint8Array;
  /** If absent, the file is executable only if it begins with `#!`. */
  isExecutable?: true;
}

/** A symbolic link to mount in a runtime. */
export interface MountedLink extends SymbolicLink {
  path: WorkspacePath;
}

export interface Runtime extends Workspace {
  readonly host: ResolvedHost['host'];
  /** Description of the real machine; null in the browser. */
  readonly facts: MachineFacts | null;
  /** The interactive shell of the user's terminals, with its arguments. */
  readonly shell: readonly string[];
  /** Absolute path of the project's root in the runtime, such as `/home/project`. */
  readonly root: string;
  spawn(request: SpawnRequest): Promise<RuntimeProcess>;
  /** Writes many files at once; fast for thousands. */
  mount(files: Iterable<MountedFile | MountedLink>): Promise<void>;
  /** Calls back for every changed or removed file, except in ignored folders (node_modules, .git, dist). Returns the unsubscriber. */
  watchFiles(listener: (event: FileEvent) => void): () => void;
  /** Resolves when all changes so far have been reported to the watchers. Absent if the host cannot tell. */
  watchSettled?(): Promise<void>;
  onEvent(listener: (event: RuntimeEvent) => void): () => void;
  /** Sends Ctrl-C to a background process of the agent's shell, then kills it. */
  stopProcess(processId: string): Promise<void>;
  teardown(): Promise<void>;
}
