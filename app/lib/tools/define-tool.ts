import type { z } from 'zod';
import { defaultStub } from '../agent/history/left-out.ts';
import { lockOver } from '../agent/policy/paths/lock-over.ts';
import type {
  LiveFile,
  ToolContext,
  ToolDefinition,
  ToolFailure,
  ToolIntent,
  ToolKind,
  ToolNeed,
  ToolPlan,
  ToolResult,
} from '../agent/tool-definition.ts';
import type { JsonValue } from '../protocol/message.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { WorkspaceError } from '../runtime/types.ts';
import { failure } from './failure.ts';
import { linkOnTheWay } from './files/link-on-the-way.ts';

export interface ToolDeclaration<Schema extends z.ZodType, Intent extends ToolIntent> {
  name: string;
  kind: ToolKind;
  kindOf?(input: z.output<Schema>): ToolKind;
  needs?: ToolNeed;
  description: string;
  schema: Schema;
  plan(input: z.output<Schema>, context: ToolContext): Promise<{ ok: true; intent: Intent } | ToolFailure>;
  run(input: z.output<Schema>, context: ToolContext, intent: Intent): Promise<ToolResult>;
  keepsResult?: boolean;
  stub?(output: JsonValue, input: JsonValue): JsonValue;
  liveFile?(fields: Readonly<Record<string, string>>): LiveFile | null;
}

/** Wraps a tool so that no input reaches it unvalidated and no workspace error leaves it as an exception. */
export function defineTool<Schema extends z.ZodType, Intent extends ToolIntent>(parts: ToolDeclaration<Schema, Intent>): ToolDefinition {
  async function guarded<Value>(
    input: unknown,
    context: ToolContext,
    step: (input: z.output<Schema>, context: ToolContext) => Promise<Value>,
  ): Promise<Value | ReturnType<typeof failure>> {
    const parsed = parts.schema.safeParse(input);
    if (!parsed.success) return failure('bad_arguments', describeProblems(parsed.error));
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
    description: parts.description,
    schema: parts.schema,
    plan: (input, context) =>
      guarded(input, context, async (parsed) => {
        return withoutLocked(await withoutLinks(await parts.plan(parsed, context), context), context);
      }),
    // The cast: whoever runs a tool gives back what this tool's own plan has made.
    run: (input, context, intent) => guarded(input, context, (parsed) => parts.run(parsed, context, intent as Intent)),
    problemOf(input) {
      const parsed = parts.schema.safeParse(input);
      return parsed.success ? null : describeProblems(parsed.error);
    },
    keepsResult: parts.keepsResult ?? false,
    stub: (output, input) => parts.stub?.(output, input) ?? defaultStub(parts.name, output),
    liveFile: (fields) => parts.liveFile?.(fields) ?? null,
  };
}

function kindOfInput<Schema extends z.ZodType, Intent extends ToolIntent>(
  parts: ToolDeclaration<Schema, Intent>,
  input: unknown,
): ToolKind {
  const parsed = parts.schema.safeParse(input);
  return (parsed.success ? parts.kindOf?.(parsed.data) : undefined) ?? parts.kind;
}

/** No tool goes through a symbolic link: policy and card speak of the path that was named. */
async function withoutLinks(plan: ToolPlan, { workspace }: ToolContext): Promise<ToolPlan> {
  if (!plan.ok) return plan;
  for (const path of pathsOf(plan.intent)) {
    const checked = toWorkspacePath(path);
    const link = checked === null || checked === '' ? null : await linkOnTheWay(checked, workspace);
    if (link !== null) return failure('outside_project', `${link} is a symbolic link. Name the file it points to.`);
  }
  return plan;
}

/** What the user has locked no tool changes, whatever the settings. */
function withoutLocked(plan: ToolPlan, { session }: ToolContext): ToolPlan {
  if (!plan.ok || plan.intent.kind !== 'change' || session === undefined) return plan;
  for (const { path } of plan.intent.changes) {
    const lock = lockOver(path, session.lockedPaths);
    if (lock === null) continue;
    const what = lock === path ? `${path} is locked` : `${path} cannot be changed: ${lock} is locked`;
    return failure('locked', `${what} by the user. It is not changed, moved or deleted. Do without, or ask the user to unlock it.`);
  }
  return plan;
}

function pathsOf(intent: ToolIntent): readonly string[] {
  if (intent.kind === 'read') return intent.paths;
  return intent.kind === 'change' ? intent.changes.map((change) => change.path) : [];
}

/** A model that left a field out is helped more by "it is missing" than by the type of nothing. */
function wordsOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    ? `it is missing (${issue.expected})`
    : issue.message;
}

function describeProblems(error: z.ZodError): string {
  const lines = error.issues
    .slice(0, 8)
    .map((issue) => `${issue.path.length === 0 ? 'the arguments' : issue.path.join('.')}: ${wordsOf(issue)}`);
  return `The arguments do not fit: ${lines.join('; ')}.`;
}
