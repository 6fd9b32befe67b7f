import type { DelegateLimits, DelegateOrder } from '../../agent/contract/delegate-order.ts';
import type { ToolDefinition, ToolFailure } from '../../agent/contract/tool-definition.ts';
import type { Workspace } from '../../runtime/types.ts';
import type { PathMatcher } from '../../search/glob-pattern.ts';
import { readGlob } from '../../search/path-filter.ts';
import { failure } from '../failure.ts';
import type { DelegateInput } from './delegate-input.ts';
import { projectRoles } from './project-roles.ts';
import type { Role } from './read-role.ts';
import { possibleTools, scopedTools, type WriteScope } from './scoped-tools.ts';

const STEPS = 20;
const LONGEST_TITLE = 80;
const NAME = 'Sub-agent';

/** Turns a call into an order: the tools and the files to which they are restricted. A role can only restrict further. */
export async function delegateOrder(
  input: DelegateInput,
  tools: readonly ToolDefinition[],
  workspace: Workspace,
): Promise<{ ok: true; order: DelegateOrder } | ToolFailure> {
  const role = input.role === undefined ? null : await roleOf(input.role, workspace);
  if (typeof role === 'string') return failure('not_found', role);
  const scope = scopeOf(input.scope ?? [], role);
  if (typeof scope === 'string') return failure('bad_arguments', scope);
  const named = toolsOf(input.tools ?? null, role, tools, scope !== null);
  if (typeof named === 'string') return failure('bad_arguments', named);
  const name = role?.name ?? NAME;
  const shownScope = scope === null ? null : [scope.words];
  return {
    ok: true,
    order: {
      asker: { name, task: titleOf(input.task), scope: shownScope },
      brief: { name, scope: shownScope, role: role === null || role.text === '' ? null : { path: role.path, text: role.text } },
      task: input.task,
      tools: scopedTools(tools, named, scope),
      limits: limitsOf(input.budget),
      modelId: role?.model ?? null,
    },
  };
}

async function roleOf(name: string, workspace: Workspace): Promise<Role | string> {
  const { roles, problems } = await projectRoles(workspace);
  const role = roles.find((one) => one.name === name) ?? roles.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (role !== undefined) return role;
  const there = roles.length === 0 ? 'The project has none' : `The roles are: ${roles.map((one) => one.name).join(', ')}`;
  return [`There is no role ${JSON.stringify(name)}. ${there}.`, ...problems].join(' ');
}

/** Returns null for read-only, or an error sentence if the request is invalid. */
function scopeOf(globs: readonly string[], role: Role | null): WriteScope | null | string {
  if (globs.length === 0) return null;
  const asked = matcherOf(globs);
  if (typeof asked === 'string') return `scope is not valid: ${asked}`;
  const words = globs.join(', ');
  if (role === null || role.scope === null) return { words, includes: asked };
  if (role.scope.length === 0) return `scope is not valid: the role ${role.name} only reads. Leave scope out, or the role.`;
  const ofRole = matcherOf(role.scope);
  if (typeof ofRole === 'string') return `${role.path}: its scope is not valid: ${ofRole}`;
  return { words: `${words} and of that only ${role.scope.join(', ')}`, includes: (path: string) => asked(path) && ofRole(path) };
}

/** Returns an error sentence if a glob is invalid. */
function matcherOf(globs: readonly string[]): PathMatcher | string {
  const matchers: PathMatcher[] = [];
  for (const glob of globs) {
    const matcher = readGlob(glob);
    if (typeof matcher === 'string') return matcher;
    matchers.push(matcher);
  }
  return (path) => matchers.some((matches) => matches(path));
}

/** Returns null for all possible tools, or an error sentence if a name is unknown. */
function toolsOf(
  asked: readonly string[] | null,
  role: Role | null,
  tools: readonly ToolDefinition[],
  isWriter: boolean,
): ReadonlySet<string> | null | string {
  const problem = asked === null ? null : problemOfTools(asked, tools, isWriter);
  if (problem !== null) return `tools is not valid: ${problem}`;
  // A role may name tools that write; they are omitted if there is no scope.
  const problemOfRole = role?.tools == null ? null : problemOfTools(role.tools, tools, true);
  if (problemOfRole !== null) return `${role?.path ?? ''}: its tools are not valid: ${problemOfRole}`;
  if (asked === null) return role?.tools == null ? null : new Set(role.tools);
  return new Set(asked.filter((name) => role?.tools == null || role.tools.includes(name)));
}

function problemOfTools(names: readonly string[], tools: readonly ToolDefinition[], isWriter: boolean): string | null {
  const possible = new Set(possibleTools(tools, isWriter).map(({ name }) => name));
  const wrong = names.find((name) => !possible.has(name));
  if (wrong === undefined) return null;
  const isThere = possibleTools(tools, true).some(({ name }) => name === wrong);
  const why = isThere ? `${wrong} needs a scope: without one a sub-agent only reads` : `a sub-agent has no tool ${JSON.stringify(wrong)}`;
  return `${why}. It can have: ${[...possible].join(', ')}.`;
}

function limitsOf(budget: DelegateInput['budget']): DelegateLimits {
  const { steps = STEPS, tokens = null, money = null, minutes = null } = budget ?? {};
  return { steps, tokens, money, minutes };
}

/** Returns the first line of the task, as shown on a card. */
function titleOf(task: string): string {
  const line = task.trim().split('\n')[0] ?? '';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
}
