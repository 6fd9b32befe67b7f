import type { ToolDefinition, ToolIntent, ToolPlan, ToolRegistry } from '../../agent/contract/tool-definition.ts';
import { isReading, onlyLooks } from '../../agent/conversation/offered-tools.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import type { PathMatcher } from '../../search/glob-pattern.ts';
import { failure } from '../failure.ts';

/** A sub-agent cannot start others and has no user to ask. */
const NEVER = new Set<string>([TOOL_NAMES.delegate, TOOL_NAMES.askUser]);
const ONLY_READS = 'You only read here: nothing is changed or run. Say in your report what should be done.';
/** A sub-agent needs it to say that it is done. */
const ALWAYS: string = TOOL_NAMES.taskComplete;

/** The paths that a sub-agent may write. `words` are the globs, for the model. */
export interface WriteScope {
  words: string;
  includes: PathMatcher;
}

/** Returns the tools that a sub-agent can have. If `isWriter` is false, it is read-only. */
export function possibleTools(tools: readonly ToolDefinition[], isWriter: boolean): readonly ToolDefinition[] {
  return tools.filter((tool) => !NEVER.has(tool.name) && (isWriter || onlyLooks(tool)));
}

/** Returns a sub-agent's tools: the named ones (null for all possible), each restricted to the scope (null for read-only). */
export function scopedTools(tools: readonly ToolDefinition[], named: ReadonlySet<string> | null, scope: WriteScope | null): ToolRegistry {
  const kept = possibleTools(tools, scope !== null)
    .filter(({ name }) => named === null || named.has(name) || name === ALWAYS)
    .map((tool) => heldTo(tool, scope));
  const byName = new Map(kept.map((tool) => [tool.name, tool]));
  return { tools: kept, get: (name) => byName.get(name) };
}

/** Restricts the plan, which is made before the decision and again right before a call runs, so that refused calls never run. */
function heldTo(tool: ToolDefinition, scope: WriteScope | null): ToolDefinition {
  return {
    ...tool,
    async plan(input, context): Promise<ToolPlan> {
      // Refuse before any file is read, so that paths outside the scope do not reveal whether they could be changed.
      const refused =
        scope === null ? changeOf(tool, input) : outsideOf(scope, tool.writes?.(input, context.workspace.projectRoot()) ?? []);
      if (refused !== null) return failure('outside_scope', refused);
      const plan = await tool.plan(input, context);
      if (!plan.ok) return plan;
      const why = refusalOf(plan.intent, scope, tool);
      return why === null ? plan : failure('outside_scope', why);
    },
  };
}

/** Rejects calls with which a tool that is otherwise read-only would change something. */
function changeOf(tool: ToolDefinition, input: unknown): string | null {
  return tool.kindOf === undefined || isReading(tool.kindOf(input)) ? null : ONLY_READS;
}

function refusalOf(intent: ToolIntent, scope: WriteScope | null, tool: ToolDefinition): string | null {
  if (intent.kind === 'read' || intent.kind === 'control' || intent.kind === 'address') return null;
  if (intent.kind === 'foreign' && onlyLooks(tool)) return null;
  if (scope === null) return ONLY_READS;
  if (intent.kind !== 'change') return null;
  return outsideOf(
    scope,
    intent.changes.map(({ path }) => path),
  );
}

function outsideOf(scope: WriteScope, paths: readonly string[]): string | null {
  const outside = paths.find((path) => !scope.includes(path));
  if (outside === undefined) return null;
  return `${outside} is outside of what you may write (${scope.words}). Nothing was changed. Say in your report what should be changed there.`;
}
