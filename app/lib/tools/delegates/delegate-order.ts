import type { DelegateLimits, DelegateOrder } from '../../agent/delegates/delegate-order.ts';
import type { ToolDefinition, ToolFailure } from '../../agent/tool-definition.ts';
import type { PathMatcher } from '../../search/glob-pattern.ts';
import { readGlob } from '../../search/path-filter.ts';
import type { DelegateInput } from '../delegate.ts';
import { failure } from '../failure.ts';
import { possibleTools, scopedTools, type WriteScope } from './scoped-tools.ts';

const STEPS = 20;
const LONGEST_TITLE = 80;
const NAME = 'Sub-agent';

/** What a call asks for, made out: which tools, held to which files. */
export async function delegateOrder(
  { task, scope: globs = [], tools: names, budget }: DelegateInput,
  tools: readonly ToolDefinition[],
): Promise<{ ok: true; order: DelegateOrder } | ToolFailure> {
  const scope = globs.length === 0 ? null : scopeOf(globs);
  if (typeof scope === 'string') return failure('bad_arguments', scope);
  const problem = names === undefined ? null : problemOfTools(names, tools, scope !== null);
  if (problem !== null) return failure('bad_arguments', problem);
  const shownScope = scope === null ? null : globs;
  return {
    ok: true,
    order: {
      asker: { name: NAME, task: titleOf(task), scope: shownScope },
      brief: { name: NAME, scope: shownScope, role: null },
      task,
      tools: scopedTools(tools, names === undefined ? null : new Set(names), scope),
      limits: limitsOf(budget),
      modelId: null,
    },
  };
}

/** A sentence where a glob is not valid. */
function scopeOf(globs: readonly string[]): WriteScope | string {
  const matchers: PathMatcher[] = [];
  for (const glob of globs) {
    const matcher = readGlob(glob);
    if (typeof matcher === 'string') return `scope is not valid: ${matcher}`;
    matchers.push(matcher);
  }
  return { words: globs.join(', '), includes: (path: string) => matchers.some((matches) => matches(path)) };
}

function problemOfTools(names: readonly string[], tools: readonly ToolDefinition[], isWriter: boolean): string | null {
  const possible = new Set(possibleTools(tools, isWriter).map(({ name }) => name));
  const wrong = names.find((name) => !possible.has(name));
  if (wrong === undefined) return null;
  const isThere = possibleTools(tools, true).some(({ name }) => name === wrong);
  const why = isThere ? `${wrong} needs a scope: without one a sub-agent only reads` : `a sub-agent has no tool ${JSON.stringify(wrong)}`;
  return `tools is not valid: ${why}. It can have: ${[...possible].join(', ')}.`;
}

function limitsOf(budget: DelegateInput['budget']): DelegateLimits {
  const { steps = STEPS, tokens = null, money = null, minutes = null } = budget ?? {};
  return { steps, tokens, money, minutes };
}

/** The first line of the task, as a card shows it. */
function titleOf(task: string): string {
  const line = task.trim().split('\n')[0] ?? '';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
}
