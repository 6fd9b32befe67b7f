import type { FileAccess } from 'devonz-engine-protocol/terminal-note';
import type { FileTouches } from '../protocol/tool-call.ts';

/**
 * What the rest of the app knows of a runtime. `Workspace` is what tools get: files and commands. `Runtime` adds what only
 * the owner needs: processes with terminals, ports, watching, teardown. The only implementation over a real host is
 * `webcontainer.ts`; `memory/` has a Workspace for unit tests.
 */
declare const workspacePathBrand: unique symbol;

/** A path inside the project, relative to its root, with `/`, no `.` or `..`, no leading slash; the root is ''. Only `toWorkspacePath` makes one. */
export type WorkspacePath = string & { readonly [workspacePathBrand]: true };

export type FileKind = 'file' | 'directory';

export interface DirectoryEntry {
  name: string;
  kind: FileKind;
  /** It is a symbolic link, which `kind` calls a file whatever it points to. */
  isLink?: true;
}

/** Where it leads, as it was written: relative to its folder, or absolute. */
export interface SymbolicLink {
  linkTo: string;
}

/** What can be at a path that is no folder. */
export type PlacedContent = Uint8Array | SymbolicLink;

export type WorkspaceErrorCode = 'ENOENT' | 'EISDIR' | 'ENOTDIR' | 'EEXIST' | 'ENOTEMPTY' | 'ELOOP' | 'EIO' | 'EUNAVAILABLE';

/** What every method of a Workspace rejects with. `message` is fit for a user and for a model. */
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
  /** Where it runs; absent: where the agent's shell is. */
  cwd?: WorkspacePath;
  /** What it may touch of guarded files, where the host has a wall; absent: everything, as a command of the user's own. */
  touches?: FileTouches;
  /** Milliseconds until the command is left running in the background. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Output as it comes, with escape codes. */
  onOutput(chunk: string): void;
  /** The command waits for its terminal's input after this prompt; null: it does no longer. */
  onInputWanted?(wanted: InputWanted | null): void;
  /** Who answers it waits for it as well: while it asks, it is not left running in the background. */
  isAnsweredHere?: true;
}

/** A program reads from its terminal and has said what for. */
export interface InputWanted {
  processId: string;
  /** Its last line, or of a menu the last lines, without escape codes. */
  prompt: string;
  /** What is typed is not shown, and must not be kept: a password. */
  isHidden?: true;
}

/** A command of the agent's shell that continues in the background, or has ended there. */
export interface AgentProcess {
  processId: string;
  command: string;
  /** Absolute: where it was started. Absent where that is not known. */
  directory?: string;
  startedAt: number;
  ports: readonly { port: number; url: string }[];
  /** null while it runs. */
  exitCode: number | null;
  /** Set while it waits for input. */
  waitsFor: InputWanted | null;
}

/** What it printed, without escape codes; of long output only the end is kept. */
export interface ProcessLog {
  text: string;
  /** Characters printed before `text`, no longer kept. */
  dropped: number;
  /** Line ends among them: `text` begins in the line after so many. */
  droppedLines: number;
}

/** The agent's own background processes. Methods with a process id reject with ENOENT for one that is not there. */
export interface ProcessControl {
  list(): Promise<readonly AgentProcess[]>;
  log(processId: string): Promise<ProcessLog>;
  write(processId: string, data: string): Promise<void>;
  /** Ctrl-C. */
  interrupt(processId: string): Promise<void>;
  kill(processId: string): Promise<void>;
}

/** A part of an output that is not kept, since it was too long. */
export interface OmittedOutput {
  /** Where in the kept output it was. */
  at: number;
  characters: number;
  /** Line ends in it. */
  lines: number;
}

interface CommandOutput {
  /** With escape codes. */
  output: string;
  omitted?: OmittedOutput;
  /** The parts of `output` that were written to standard error, in order. Absent where the host cannot tell: then all of it is standard output. */
  errorParts?: readonly TextPart[];
  /** What the host's wall has kept its programs from, in the order in which they tried. */
  refused?: readonly RefusedFile[];
}

/** From a character on, and up to another one. */
export interface TextPart {
  from: number;
  to: number;
}

export interface RefusedFile {
  access: FileAccess;
  /** Relative to the project's root; absolute outside of it. */
  path: string;
}

export type CommandOutcome = CommandOutput &
  (
    | { status: 'completed'; exitCode: number }
    /**
     * It continues as the background process `processId`: it opened a port, waits for input that nobody gave, or (`hasJobs`) has ended
     * itself and left what it started with `&`.
     */
    | { status: 'running'; processId: string; ports: { port: number; url: string }[]; waitsFor?: InputWanted; hasJobs?: true }
    /** It outlived its time-out and continues. `isReading`: it reads from its terminal, though it has shown no prompt. */
    | { status: 'timed_out'; processId: string; isReading?: true }
    /** Stopped by the signal. */
    | { status: 'cancelled' }
  );

/** Its patterns have been looked at: they compile. */
export interface SearchRequest {
  query: string;
  /** A file, or a folder with all below it. */
  path: WorkspacePath;
  /** At most so many lines. */
  limit: number;
  include: string | null;
  exclude: string | null;
}

export interface SearchMatch {
  file: string;
  line: number;
  /** The line, or of a very long one what surrounds the match. */
  content: string;
  /** In `content`. */
  matchStart: number;
  matchEnd: number;
  /** Characters of the whole line, where `content` is not all of it. */
  lineLength?: number;
}

export interface SearchFindings {
  results: SearchMatch[];
  /** There may be more. */
  truncated: boolean;
  searched: number;
  /** Files that were not searched, with the reason. The first few. */
  skipped: string[];
  skippedCount: number;
  /** How the query was taken, where that is not obvious. */
  note: string | null;
}

/** What a user looks for in all files. */
export interface FindRequest {
  query: string;
  isExpression: boolean;
  matchCase: boolean;
  wholeWord: boolean;
  /** Globs; null: all files. */
  include: string | null;
  exclude: string | null;
  /** What would take the place of each match; null: nothing is replaced. */
  replacement: string | null;
  /** At most so many matches. */
  limit: number;
}

export interface FoundMatch {
  /** From 1. */
  line: number;
  /** From 0, in the line without its end. */
  column: number;
  text: string;
  replacement: string | null;
  /** Of the line what surrounds the match, and of the match itself what is shown. */
  before: string;
  shown: string;
  after: string;
}

export interface FoundFile {
  path: string;
  matches: FoundMatch[];
}

export interface FoundInProject {
  files: FoundFile[];
  total: number;
  /** There are more. */
  isCut: boolean;
  /** Why nothing could be looked for. */
  problem: string | null;
}

export interface Workspace {
  readFile(path: WorkspacePath): Promise<Uint8Array>;
  /** Atomic: a reader sees the old content or the new. Makes missing folders. */
  writeFile(path: WorkspacePath, content: Uint8Array): Promise<void>;
  /** The kind of what is at `path`, or null. */
  kindOf(path: WorkspacePath): Promise<FileKind | null>;
  /** Sorted by name. */
  readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]>;
  makeDirectory(path: WorkspacePath): Promise<void>;
  /** What is at the path itself: of a symbolic link where it leads, not what is there. */
  readUnfollowed(path: WorkspacePath): Promise<PlacedContent>;
  /** Makes a symbolic link, in the place of a file or link that is there. Rejects with EISDIR where there is a folder. */
  makeLink(path: WorkspacePath, linkTo: string): Promise<void>;
  /** Removes a file, a link (not what it leads to), or a folder with what it holds. */
  remove(path: WorkspacePath): Promise<void>;
  rename(from: WorkspacePath, to: WorkspacePath): Promise<void>;
  /** Runs in the agent's own shell, which keeps its directory and environment between calls. */
  runCommand(request: CommandRequest): Promise<CommandOutcome>;
  readonly processes: ProcessControl;
  /**
   * Searches many files at once, faster than reading them one by one; null: not there, read them yourself. Absent where there is no such
   * thing. Rejects with EIO when it took too long.
   */
  search?(request: SearchRequest): Promise<SearchFindings | null>;
  /** Every match in the project's text, for its user: also in what may hold secrets. null: as with `search`. */
  findAll?(request: FindRequest): Promise<FoundInProject | null>;
  /** Whether the host itself keeps commands from guarded files that they were not allowed. Absent: it does not. */
  hasFileWall?(): Promise<boolean>;
  /** Where the agent's shell is; null: outside the project. Absent where it always is at the root. */
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
  /** With a terminal the process sees a TTY of that size. */
  terminal?: { columns: number; rows: number };
}

export type RuntimeEvent =
  | { type: 'server-ready'; port: number; url: string }
  | { type: 'port-closed'; port: number }
  | { type: 'preview-message'; port: number; level: 'error' | 'log' | 'warn' | 'info' | 'network'; message: string; stack?: string }
  /** Where the page that is shown is by now: `path` with query and hash. */
  | { type: 'preview-place'; port: number; path: string; canGoBack: boolean; canGoForward: boolean }
  | { type: 'error'; message: string }
  /** The host is gone: what waits for it is rejected with EUNAVAILABLE, its processes have exited. `reason` is fit for a user. */
  | { type: 'ended'; reason: string }
  /** It has not answered for long, or does so again. */
  | { type: 'silence'; isSilent: boolean };

/**
 * `removed` may name a folder: all below it is gone too. A folder that appears may have taken the place of another one: what was known below it
 * is gone, and a `changed` follows for each file in it.
 */
export type FileEvent =
  /** `content`: its bytes, where they were read to find out what it is. `isLink`: it is a symbolic link, whatever it leads to. */
  { type: 'changed'; path: WorkspacePath; content?: Uint8Array; isLink?: true } | { type: 'removed' | 'folder-added'; path: WorkspacePath };

/** A file as it is put into a runtime. */
export interface MountedFile {
  path: WorkspacePath;
  content: Uint8Array;
  /** Absent: only what begins with `#!` can be run. */
  isExecutable?: true;
}

/** A symbolic link as it is put into a runtime. */
export interface MountedLink extends SymbolicLink {
  path: WorkspacePath;
}

export interface Runtime extends Workspace {
  readonly host: 'engine' | 'stackblitz';
  /** Absolute path of the project's root inside the runtime, such as `/home/project`. */
  readonly root: string;
  spawn(request: SpawnRequest): Promise<RuntimeProcess>;
  /** Writes many files at once; fast for thousands. */
  mount(files: Iterable<MountedFile | MountedLink>): Promise<void>;
  /** Calls back for every file changed or removed, outside `ignored` folders (node_modules, .git, dist). Returns the unsubscriber. */
  watchFiles(listener: (event: FileEvent) => void): () => void;
  /** Resolves when what has changed so far has been reported to those who watch. Absent where a host cannot tell. */
  watchSettled?(): Promise<void>;
  onEvent(listener: (event: RuntimeEvent) => void): () => void;
  /** Sends Ctrl-C to, then ends, a background process of the agent's shell. */
  stopProcess(processId: string): Promise<void>;
  teardown(): Promise<void>;
}
