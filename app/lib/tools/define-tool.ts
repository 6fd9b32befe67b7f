import type { z } from 'zod';
import type { RareTool } from '../agent/contract/rare-tool.ts';
import type {
  LiveFile,
  ToolContext,
  ToolDefinition,
  ToolFailure,
  ToolIntent,
  ToolKind,
  ToolResult,
} from '../agent/contract/tool-definition.ts';
import type { ToolPorts } from '../agent/contract/tool-ports.ts';
import { defaultStub } from '../agent/history/left-out.ts';
import { lockOver } from '../agent/policy/paths/lock-over.ts';
import { printOutput } from '../agent/results/print-output.ts';
import type { JsonValue } from '../protocol/message.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { WorkspaceError, type WorkspacePath } from '../runtime/types.ts';
import { ignoredFields, strangeFields } from './arguments/strange-fields.ts';
import { failure } from './failure.ts';
import { linkOnTheWay } from './files/link-on-the-way.ts';
import { fileArgument } from './files/path-argument.ts';

export interface ToolDeclaration<Schema extends z.ZodType, Intent extends ToolIntent> {
  name: string;
  kind: ToolKind;
  kindOf?(input: z.output<Schema>): ToolKind;
  needs?: keyof ToolPorts;
  alwaysAsks?: true;
  rare?: RareTool;
  hint?: string;
  description: string;
  schema: Schema;
  mainArguments?: readonly (keyof z.output<Schema> & string)[];
  /** Paths as given in the call; `plan` refuses those that are not project paths. */
  writes?(input: z.output<Schema>): readonly string[];
  plan(input: z.output<Schema>, context: ToolContext): Promise<{ ok: true; intent: Intent } | ToolFailure>;
  run(input: z.output<Schema>, context: ToolContext, intent: Intent): Promise<ToolResult>;
  needsWrites?: true;
  runsBeside?: true;
  keepsResult?: boolean;
  sameAgain?: string;
  stub?(output: JsonValue, input: JsonValue): JsonValue;
  /** If absent, the fields are printed, one per line. */
  print?(output: JsonValue, input: JsonValue): string;
  liveFile?(fields: Readonly<Record<string, string>>): LiveFile | null;
}

/** Wraps a tool so that no unvalidated input reaches it and no workspace error leaves it as an exception. */
export function defineTool<Schema extends z.ZodType, Intent extends ToolIntent>(parts: ToolDeclaration<Schema, Intent>): ToolDefinition {
  async function guarded<Value>(
    input: unknown,
    context: ToolContext,
    step: (input: z.output<Schema>, context: ToolContext) => Promise<Value>,
  ): Promise<Value | ReturnType<typeof failure>> {
    const parsed = parts.schema.safeParse(input);
    const problem = problemIn(parts, input);
    if (!parsed.success || problem !== null) return failure('bad_arguments', problem ?? 'The arguments do not fit.');
    try {
      return await step(parsed.data, context);
    } catch (error) {
      if (error instanceof WorkspaceError) return failure(error.code === 'ENOENT' ? 'not_found' : 'failed', error.message);
      throw error;
    }
  }
  return {
    name: parts.name,
    kind: parts.kind,
    ...(parts.kindOf === undefined ? {} : { kindOf: (input) => kindOfInput(parts, input) }),
    ...(parts.needs === undefined ? {} : { needs: parts.needs }),
    ...(parts.alwaysAsks === undefined ? {} : { alwaysAsks: parts.alwaysAsks }),
    ...(parts.rare === undefined ? {} : { rare: parts.rare }),
    ...(parts.hint === undefined ? {} : { hint: parts.hint }),
    description: parts.description,
    schema: parts.schema,
    ...(parts.mainArguments === undefined ? {} : { mainArguments: parts.mainArguments }),
    ...(parts.writes === undefined ? {} : { writes: (input, root) => writtenPaths(parts, input, root) }),
    ...(parts.needsWrites === undefined ? {} : { needsWrites: parts.needsWrites }),
    ...(parts.runsBeside === undefined ? {} : { runsBeside: parts.runsBeside }),
    plan: (input, context) =>
      guarded(input, context, async (parsed) => {
        const written = writtenPaths(parts, input, context.workspace.projectRoot());
        const refusal = (await refusalOfLinks(written, context)) ?? refusalOfLocks(written, context);
        if (refusal !== null) return refusal;
        const plan = await parts.plan(parsed, context);
        if (!plan.ok) return plan;
        const others = pathsOf(plan.intent).filter((path) => !written.some((each) => each === path));
        return (await refusalOfLinks(others, context)) ?? refusalOfLocks(changedBy(plan.intent), context) ?? plan;
      }),
    // Callers pass back the intent that this tool's own plan returned.
    run: (input, context, intent) => guarded(input, context, (parsed) => parts.run(parsed, context, intent as Intent)),
    problemOf: (input) => problemIn(parts, input),
    keepsResult: parts.keepsResult ?? false,
    ...(parts.sameAgain === undefined ? {} : { sameAgain: parts.sameAgain }),
    stub: (output, input) => parts.stub?.(output, input) ?? defaultStub(parts.name, output),
    print: (output, input) =>
      [parts.print?.(output, input) ?? printOutput(output), ignoredFields(input, parts.schema)].filter((text) => text !== null).join('\n'),
    liveFile: (fields) => parts.liveFile?.(fields) ?? null,
  };
}

/** Returns the problem with the input; null if it is valid. */
function problemIn<Schema extends z.ZodType, Intent extends ToolIntent>(
  { name, schema }: ToolDeclaration<Schema, Intent>,
  input: unknown,
): string | null {
  const parsed = schema.safeParse(input);
  const strange = strangeFields(name, input, schema, !parsed.success);
  if (parsed.success) return strange === null ? null : `The arguments do not fit: ${strange}`;
  return [describeProblems(parsed.error), ...(strange === null ? [] : [strange])].join(' ');
}

function kindOfInput<Schema extends z.ZodType, Intent extends ToolIntent>(
  parts: ToolDeclaration<Schema, Intent>,
  input: unknown,
): ToolKind {
  const parsed = parts.schema.safeParse(input);
  return (parsed.success ? parts.kindOf?.(parsed.data) : undefined) ?? parts.kind;
}

function writtenPaths<Schema extends z.ZodType, Intent extends ToolIntent>(
  { schema, writes }: ToolDeclaration<Schema, Intent>,
  input: unknown,
  projectRoot: string,
): readonly WorkspacePath[] {
  if (writes === undefined) return [];
  const parsed = schema.safeParse(input);
  const named = parsed.success ? writes(parsed.data) : [];
  return named.flatMap((path) => {
    const read = fileArgument(path, projectRoot);
    return read.ok ? [read.path] : [];
  });
}

/** Refuses symbolic links, because the policy and the card refer to the named path. */
async function refusalOfLinks(paths: readonly string[], { workspace }: ToolContext): Promise<ToolFailure | null> {
  for (const path of paths) {
    const checked = toWorkspacePath(path);
    const link = checked === null || checked === '' ? null : await linkOnTheWay(checked, workspace);
    if (link !== null) return failure('outside_project', `${link} is a symbolic link. Name the file it points to.`);
  }
  return null;
}

/** Refuses changes to paths that the user has locked, whatever the settings. */
function refusalOfLocks(paths: readonly string[], { session }: ToolContext): ToolFailure | null {
  if (session === undefined) return null;
  for (const path of paths) {
    const lock = lockOver(path, session.lockedPaths);
    if (lock === null) continue;
    const what = lock === path ? `${path} is locked` : `${path} cannot be changed: ${lock} is locked`;
    return failure('locked', `${what} by the user. It is not changed, moved or deleted. Do without, or ask the user to unlock it.`);
  }
  return null;
}

function pathsOf(intent: ToolIntent): readonly string[] {
  return intent.kind === 'read' ? intent.paths : changedBy(intent);
}

function changedBy(intent: ToolIntent): readonly string[] {
  return intent.kind === 'change' ? intent.changes.map((change) => change.path) : [];
}

/** A model that omitted a field is helped more by "is missing" than by "received undefined". */
function wordsOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? 'the arguments' : issue.path.join('.');
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    ? `${place} is missing (${issue.expected})`
    : `${place}: ${issue.message}`;
}

function describeProblems(error: z.ZodError): string {
  const lines = error.issues.slice(0, 8).map(wordsOf);
  return `The arguments do not fit: ${lines.join('; ')}.`;
}
