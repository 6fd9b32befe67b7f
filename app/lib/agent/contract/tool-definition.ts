import type { z } from 'zod';
import type { ForeignToolOffer } from '../../protocol/mcp/foreign-tool.ts';
import type { McpVerdict } from '../../protocol/mcp/mcp.ts';
import type { JsonValue } from '../../protocol/message.ts';
import type { ProblemSource } from '../../protocol/project-facts/problem-source.ts';
import type { Reason } from '../../protocol/texts/reason.ts';
import type { FileTouches, ToolErrorCode } from '../../protocol/tool-call.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { InputWanted, Workspace, WorkspacePath } from '../../runtime/types.ts';
import type { Delegates } from './delegate-order.ts';
import type { Clock } from './ports.ts';
import type { RareTool } from './rare-tool.ts';
import type { ScriptRun } from './script-run.ts';
import type { SessionFacts } from './session-facts.ts';
import type { ToolPorts } from './tool-ports.ts';

/** A failure the model can act on: `message` says what is wrong and what to do instead. */
export interface ToolFailure {
  ok: false;
  code: ToolErrorCode;
  message: string;
}

/** `output` is for the model; `effects` lists what was done, for everything else. */
export type ToolResult = { ok: true; output: JsonValue; effects: readonly ToolEffect[] } | ToolFailure;

/** One file before and after a change; null where the file does not exist. */
export interface PlannedChange {
  path: WorkspacePath;
  before: Uint8Array | null;
  after: Uint8Array | null;
}

/** One command of a script, as the shell sees it. */
export interface ScriptLine {
  /** The name of the script (`test`, `pretest`) or target. */
  label: string;
  command: string;
  /** The folder in which it runs. */
  folder: string;
}

/** The commands that a package.json script or Makefile target runs. */
export interface ScriptText extends ScriptRun {
  /** The text that a rule is pinned to, including pre and post scripts and the scripts that these run. */
  text: string;
  /** Its own commands in execution order; absent if they were not looked up. */
  lines?: readonly ScriptLine[];
  /** Why it cannot be determined what the script runs. */
  undetermined?: Reason;
  /** Set if the text has changed since the run began. `before` is the earlier text, null if unknown. */
  changed?: { before: string | null };
  /** Another script runs it, not the command itself. */
  isNested?: true;
}

/** A program of an installed package that the command runs by name, in one of the folders in which it may run. */
export interface LocalProgram {
  /** As the command names it: `vitest`, or `./node_modules/.bin/vitest`. */
  name: string;
  /** The file that runs, with all symbolic links resolved. */
  file: string;
  folder: string;
}

/** The effects that a call would have, determined *before* it is decided upon. */
export type ToolIntent =
  /** `keysIn` lists the paths whose content appears to contain keys. */
  | { kind: 'read'; paths: readonly WorkspacePath[]; keysIn?: readonly WorkspacePath[] }
  /** Neither reads nor writes the project. `asks` says what still needs approval, and why. */
  | { kind: 'control'; asks?: { about: string; why: Reason } }
  /**
   * Requests a page from another host. `isGiven` is true if the address appears verbatim in the user's messages or in text read from
   * outside.
   */
  | { kind: 'address'; address: string; isGiven: boolean }
  /**
   * `cwd` is null if the folder within the project is unknown. `script` is the package.json text behind `npm run x` and similar commands,
   * joined if there are several; `scripts` lists each of them and those that they run. `isOutside` is true if the shell is outside the
   * project. `programs` are the targets of `npx NAME`. `loads` maps each executed file to the files that it loads. `access` lists guarded
   * files that the model requests beyond the words of the command; `hasFileWall` is true if the host enforces that.
   */
  | {
      kind: 'command';
      command: string;
      cwd: WorkspacePath | null;
      script: string | null;
      scripts?: readonly ScriptText[];
      isOutside?: boolean;
      programs?: readonly LocalProgram[];
      /** Installed programs that the command could start in a form that never downloads. */
      instead?: readonly LocalProgram[];
      loads?: ReadonlyMap<string, readonly string[]>;
      /** Programs that the project's build, test and dev scripts name. */
      ownPrograms?: readonly string[];
      hasFileWall?: boolean;
      access?: { read?: readonly string[]; write?: readonly string[] };
    }
  /** Input for a running program of the agent. `prompt` is what it asks for, null if nothing; `isHidden` is true for a password. */
  | { kind: 'input'; processId: string; program: string; prompt: string | null; isHidden: boolean; text: string }
  /**
   * A call to another server's tool. `target` is the address or command behind the server's name. `seen` says, by `hash`, whether the user
   * knows this description; `before` is the description that the user knew.
   */
  | {
      kind: 'foreign';
      server: string;
      target: string;
      tool: string;
      description: string;
      hash: string;
      seen: { status: 'new' } | { status: 'seen' } | { status: 'changed'; before: string };
      verdict: McpVerdict;
    }
  /** `guards` are reasons to ask for approval even if changes are auto-approved. */
  | { kind: 'change'; summary: string; changes: readonly PlannedChange[]; guards: readonly Reason[] };

export type ToolPlan = { ok: true; intent: ToolIntent } | ToolFailure;

/** Everything that a tool may use. */
export interface ToolContext extends Partial<ToolPorts> {
  workspace: Workspace;
  problems: ProblemSource;
  /** Every wait must use this clock. */
  clock: Pick<Clock, 'now' | 'sleep'>;
  signal: AbortSignal;
  /** The guarded files that a command may touch, if the host enforces that; absent for no restriction. */
  touches?: FileTouches;
  /** Absent if no conversation is behind the call, and for sub-agents. */
  delegates?: Delegates;
  /** Absent if no conversation is behind the call. */
  session?: SessionFacts;
  /** The commands that continue in the background, by process; a tool that reports the end of one removes it. */
  background?: Map<string, Extract<ToolIntent, { kind: 'command' }>>;
  /** Resolves with the text of a file when the run began, null if it did not exist. Rejects, or is absent, if this is unknown. */
  contentBefore?(path: string): Promise<string | null>;
  /** Receives the output of a command as it arrives. */
  onOutput(chunk: string): void;
  /** Called when a command waits for input, and with `null` when it no longer does. */
  onInputWanted?(wanted: InputWanted | null): void;
}

/**
 * `read` tools only look, `write` tools change files, `command` tools run programs, `control` tools act on the session and touch nothing,
 * and `foreign` tools run on another server, whatever they do.
 */
export type ToolKind = 'read' | 'write' | 'command' | 'control' | 'foreign';

/** The content of a file as far as the call's arguments have arrived. */
export interface LiveFile {
  path: string;
  content: string;
}

/** Additional properties of a tool of another server. */
export interface ForeignTool {
  readonly server: string;
  /** JSON Schema of the arguments, in a form that every provider accepts. */
  readonly inputSchema: ForeignToolOffer['inputSchema'];
  /** The user lets it run without approval, so it is also offered in read-only modes. */
  readonly isAllowed: boolean;
}

/** A tool without its input type, as the registry, the scheduler and the server see it. */
export interface ToolDefinition {
  readonly name: string;
  readonly kind: ToolKind;
  /** Returns the kind of a call with this input; for tools whose calls differ in kind. */
  kindOf?(input: unknown): ToolKind;
  /** The port without which the tool is not offered; absent if it works everywhere. */
  readonly needs?: keyof ToolPorts;
  /** Set if everything useful that it does asks the user, whatever the settings allow: not offered where there is no user. */
  readonly alwaysAsks?: true;
  /** Set if the tool is described only when it can matter. */
  readonly rare?: RareTool;
  /** A sentence for the system prompt of agent mode about when to use it. */
  readonly hint?: string;
  /** Set if the Devonz server does not know the tool. */
  readonly foreign?: ForeignTool;
  /** Written for a model. */
  readonly description: string;
  readonly schema: z.ZodType;
  /** The arguments to show first, in this order; the required ones by default. */
  readonly mainArguments?: readonly string[];
  /**
   * Returns the files that a call with this input would change, judging by its arguments alone. They are checked against links, locks and a
   * sub-agent's scope before any file is read, so that these refusals do not depend on file contents. Absent if no paths are known in
   * advance.
   */
  writes?(input: unknown, projectRoot: string): readonly WorkspacePath[];
  /**
   * Set if the call is pointless unless the earlier writes of its step have succeeded, such as a look at what the files now do. Not needed
   * for commands, whose intent shows whether they depend on files.
   */
  readonly needsWrites?: true;
  /** Set if neighbouring calls run concurrently although the tool does not only read, as sub-agents do. */
  readonly runsBeside?: true;
  /** Both validate the raw input; `bad_arguments` names the fields. `run` receives the intent that its own `plan` has just returned. */
  plan(input: unknown, context: ToolContext): Promise<ToolPlan>;
  run(input: unknown, context: ToolContext, intent: ToolIntent): Promise<ToolResult>;
  /** Returns what is wrong with the input, field by field; null if it is valid. */
  problemOf(input: unknown): string | null;
  /** Keeps the results whole in the history: their information is found nowhere else. */
  readonly keepsResult: boolean;
  /** Sent in place of a result that is word for word the one before it of the same tool, as long as that one is sent whole. */
  readonly sameAgain?: string;
  /** Returns the part of an old result that the history keeps: what it was, and how to get it again. Deterministic. */
  stub(output: JsonValue, input: JsonValue): JsonValue;
  /**
   * The result as the model reads it: plain text that repeats nothing of the call. `output` may have the shape of an older version. Equal
   * results must give equal texts.
   */
  print(output: JsonValue, input: JsonValue): string;
  /** Returns the file that these possibly incomplete arguments would write, or null. The editor shows it while it grows. */
  liveFile(fields: Readonly<Record<string, string>>): LiveFile | null;
}

/** The available tools, which may change between two steps: callers that need a stable set keep a copy. */
export interface ToolRegistry {
  readonly tools: readonly ToolDefinition[];
  get(name: string): ToolDefinition | undefined;
  /** Returns a tool of Devonz even if it is not offered at the moment, because a port is unavailable. Absent if all are always offered. */
  known?(name: string): ToolDefinition | undefined;
}
