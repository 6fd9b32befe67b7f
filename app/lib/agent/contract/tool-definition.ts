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
import type { ScriptRun } from './script-run.ts';
import type { SessionFacts } from './session-facts.ts';
import type { ToolPorts } from './tool-ports.ts';

/** A failure the model can act on: `message` says what is wrong and what to do instead. */
export interface ToolFailure {
  ok: false;
  code: ToolErrorCode;
  message: string;
}

/** `output`: what the model learns. `effects`: what was done, for everybody else. */
export type ToolResult = { ok: true; output: JsonValue; effects: readonly ToolEffect[] } | ToolFailure;

/** One file before and after a change; null: it does not exist. */
export interface PlannedChange {
  path: WorkspacePath;
  before: Uint8Array | null;
  after: Uint8Array | null;
}

/** One command of a script, as a shell reads it. */
export interface ScriptLine {
  /** The script's name (`test`, `pretest`), or the target's. */
  label: string;
  command: string;
  /** Where it runs. */
  folder: string;
}

/** What a package.json or a Makefile runs under a name. */
export interface ScriptText extends ScriptRun {
  /** With its pre and post scripts and the scripts that these run: what a rule is pinned to. */
  text: string;
  /** Its own commands, in the order in which they run. Absent: it was not looked up. */
  lines?: readonly ScriptLine[];
  /** Why it cannot be determined what it runs. */
  undetermined?: Reason;
  /** It reads otherwise than when the run began; `before`: how, null where that is not known. */
  changed?: { before: string | null };
  /** Another script runs it, not the command itself. */
  isNested?: true;
}

/** A program of an installed package that the command runs by its name. */
export interface LocalProgram {
  name: string;
  file: string;
}

/** What a call would touch, looked up *before* anybody decides about it. */
export type ToolIntent =
  /** `keysIn`: those of the paths whose content looks as if it held keys. */
  | { kind: 'read'; paths: readonly WorkspacePath[]; keysIn?: readonly WorkspacePath[] }
  /** Neither reads nor writes the project. `asks`: what the user must allow all the same, and why. */
  | { kind: 'control'; asks?: { about: string; why: Reason } }
  /** Asks another host for a page. `isGiven`: the address is word for word in what the user said or what was read from outside. */
  | { kind: 'address'; address: string; isGiven: boolean }
  /**
   * `cwd`: null where nobody knows in which folder of the project. `script`: for `npm run x` and similar ones the text of what package.json
   * runs under that name; of a command with several, all of them. `scripts`: each of them, and those that they run. `isOutside`: the shell
   * is outside the project. `programs`: what its `npx NAME` runs. `loads`: by the file that it runs, what that file loads. `access`: guarded
   * files that the model asks for, beyond what the words of the command tell. `hasFileWall`: the host holds it to that.
   */
  | {
      kind: 'command';
      command: string;
      cwd: WorkspacePath | null;
      script: string | null;
      scripts?: readonly ScriptText[];
      isOutside?: boolean;
      programs?: readonly LocalProgram[];
      loads?: ReadonlyMap<string, readonly string[]>;
      /** Programs that the project's own build, test and dev scripts name. */
      ownPrograms?: readonly string[];
      hasFileWall?: boolean;
      access?: { read?: readonly string[]; write?: readonly string[] };
    }
  /** Typing into a running program of the agent's own. `prompt`: what it asks; null: it has not asked. `isHidden`: for a password. */
  | { kind: 'input'; processId: string; program: string; prompt: string | null; isHidden: boolean; text: string }
  /**
   * A call of another server's tool. `target`: the address or the command that is behind the server's name. `seen`: whether the user knows
   * this description, by `hash`; `before`: the one that the user knew.
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
  /** `guards`: reasons that make the change ask even where changes are auto-approved. */
  | { kind: 'change'; summary: string; changes: readonly PlannedChange[]; guards: readonly Reason[] };

export type ToolPlan = { ok: true; intent: ToolIntent } | ToolFailure;

/** What a tool may use. Nothing else is within its reach. */
export interface ToolContext extends Partial<ToolPorts> {
  workspace: Workspace;
  problems: ProblemSource;
  signal: AbortSignal;
  /** What a command may touch of guarded files, on a host that holds it to that; absent: everything. */
  touches?: FileTouches;
  /** Absent where no conversation is behind the call, and for a sub-agent. */
  delegates?: Delegates;
  /** Absent where no conversation is behind the call. */
  session?: SessionFacts;
  /** The text that a file had when the run began; null: it was not there. Rejects, or is absent, where that is not known. */
  contentBefore?(path: string): Promise<string | null>;
  /** Output of a command as it comes. */
  onOutput(chunk: string): void;
  /** A command waits for input, or (null) no longer does. */
  onInputWanted?(wanted: InputWanted | null): void;
}

/**
 * `read`: looks. `write`: changes files. `command`: runs programs. `control`: speaks to the session, touches nothing. `foreign`: another
 * server does it, whatever it is.
 */
export type ToolKind = 'read' | 'write' | 'command' | 'control' | 'foreign';

/** A file as far as a call's arguments have come. */
export interface LiveFile {
  path: string;
  content: string;
}

/** What else there is to say of a tool that comes from another server. */
export interface ForeignTool {
  readonly server: string;
  /** JSON Schema of the arguments, in the form that every provider takes. */
  readonly inputSchema: ForeignToolOffer['inputSchema'];
  /** The user lets it run unasked: it is offered where only looking is allowed, too. */
  readonly isAllowed: boolean;
}

/** A tool with its input's type forgotten: what the registry, the scheduler and the server see. */
export interface ToolDefinition {
  readonly name: string;
  readonly kind: ToolKind;
  /** Of a tool whose calls are not all of one kind: that of a call with this input. */
  kindOf?(input: unknown): ToolKind;
  /** Without it the tool is not offered; absent: it works everywhere. */
  readonly needs?: keyof ToolPorts;
  /** Set where our own server does not know the tool. */
  readonly foreign?: ForeignTool;
  /** Written for a model. */
  readonly description: string;
  readonly schema: z.ZodType;
  /**
   * The files that a call with this input would change, by its words alone. Links, locks and a sub-agent's scope are held against them
   * before any file is looked at, so that these refusals are the same whatever the files hold. Absent: none are known before.
   */
  writes?(input: unknown): readonly WorkspacePath[];
  /** Both take the raw input and validate it; `bad_arguments` names the fields. `run` gets the intent that its own `plan` has just made. */
  plan(input: unknown, context: ToolContext): Promise<ToolPlan>;
  run(input: unknown, context: ToolContext, intent: ToolIntent): Promise<ToolResult>;
  /** Null when the input is good, else what is wrong, field by field. */
  problemOf(input: unknown): string | null;
  /** Its results stay in the history whole: they say what nothing else does. */
  readonly keepsResult: boolean;
  /** What the history keeps of an old result: what it was, and how to get it again. The same result always gives the same. */
  stub(output: JsonValue, input: JsonValue): JsonValue;
  /**
   * The result as a model reads it: plain text that repeats nothing of the call. `output` may be of an older version's shape. The same
   * result always gives the same text.
   */
  print(output: JsonValue, input: JsonValue): string;
  /** The file that these arguments, as far as they have come, would write; null: none. The editor shows it while it grows. */
  liveFile(fields: Readonly<Record<string, string>>): LiveFile | null;
}

/** Tools may come and go between two steps: who needs the same ones twice keeps them. */
export interface ToolRegistry {
  readonly tools: readonly ToolDefinition[];
  get(name: string): ToolDefinition | undefined;
}
