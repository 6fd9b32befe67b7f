import type { ChatMode } from '../../protocol/chat-request.ts';
import { FOREIGN_PREFIX } from '../../protocol/mcp/foreign-tool.ts';
import type { Subgoal } from '../../protocol/plan.ts';
import type { DelegateBrief } from '../contract/delegate-order.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { delegateSections } from './delegate-sections.ts';
import { type ProjectFact, type ProjectFactsInput, projectFacts } from './project-facts.ts';
import { CHAT_MODE, FOREIGN_TOOLS, NAMED_TOOLS, PLAN_MODE, READER, ROLE, WORK, WORK_COMPACT } from './prompt-texts.ts';

export interface SystemPromptParts extends ProjectFactsInput {
  mode: ChatMode;
  tools: readonly Pick<ToolDefinition, 'name' | 'hint' | 'rare'>[];
  /** Those of the tools that the request does not define. */
  named?: ReadonlySet<string>;
  /** Set if the conversation that is sent does not show the plan. */
  plan?: readonly Subgoal[];
  /** Set for a sub-agent. */
  delegate?: DelegateBrief;
  /** For small models. */
  compact?: boolean;
  /** For small windows: omits everything that a model can do without. */
  short?: boolean;
}

/**
 * Builds the prompt for all modes; each includes rules, memory, locks and plan. Sections are ordered by how rarely they change, so that the
 * beginning stays the same between steps.
 */
export function buildSystemPrompt(parts: SystemPromptParts): string {
  const { mode, tools, named = new Set(), delegate, plan = [], short: isShort = false } = parts;
  const work = isReader(delegate)
    ? [READER, ...toolNames(tools, named)]
    : modeSections({ mode, tools, named, compact: parts.compact === true || isShort });
  const sections = isReader(delegate) ? work : [ROLE, ...work];
  if (delegate !== undefined) sections.push(...delegateSections(delegate));
  if (!isShort && mode === 'agent' && delegate === undefined)
    sections.push(...tools.flatMap(({ name, hint }) => (named.has(name) ? [] : (hint ?? []))));
  sections.push(...factsOf(parts).map(({ text }) => text));
  if (plan.length > 0) sections.push(planSection(plan));
  return sections.join('\n\n');
}

/**
 * Returns the facts that the prompt of a mode contains: a model without tools needs fewer, sub-agents cannot start others, and one that only
 * reads needs nothing about changes and commands.
 */
export function factsOf({ mode, delegate, short: isShort = false, ...facts }: FactsOptions): ProjectFact[] {
  const { routines: _routines, roles: _roles, ...rest } = facts;
  if (isReader(delegate)) return projectFacts({ rules: rest.rules, memory: rest.memory ?? null, limits: [] }, isShort);
  if (mode === 'chat') return projectFacts(rest, isShort);
  const { roles: _others, ...own } = facts;
  return projectFacts(delegate === undefined ? facts : own, isShort);
}

type FactsOptions = ProjectFactsInput & Pick<SystemPromptParts, 'mode' | 'delegate' | 'short'>;

/** Returns true for a sub-agent that has no tool to write or run anything. */
function isReader(delegate: DelegateBrief | undefined): boolean {
  return delegate?.scope === null;
}

function modeSections({ mode, compact, tools, named }: Pick<SystemPromptParts, 'mode' | 'compact' | 'tools'> & Named): string[] {
  if (mode === 'chat') return [CHAT_MODE];
  const work = [compact === true ? WORK_COMPACT : WORK, ...(mode === 'plan' ? [PLAN_MODE] : [])];
  return [...work, ...toolNames(tools, named)];
}

/** Only the names: the definitions sent with the request describe the tools. A text codec adds its own descriptions. */
function toolNames(tools: SystemPromptParts['tools'], named: ReadonlySet<string>): string[] {
  if (tools.length === 0) return [];
  const names = tools.map(({ name, rare }) => (rare !== undefined && named.has(name) ? `${name} (${rare.about})` : name));
  const lines = [`Your tools: ${names.join(', ')}.`];
  if (named.size > 0) lines.push(NAMED_TOOLS);
  if (tools.some(({ name }) => name.startsWith(FOREIGN_PREFIX))) lines.push(FOREIGN_TOOLS);
  return [lines.join('\n')];
}

interface Named {
  named: ReadonlySet<string>;
}

function planSection(plan: readonly Subgoal[]): string {
  const lines = plan.map(
    ({ id, objective, status, plan: how, log }) =>
      `[${status}] ${id}: ${objective}${how === undefined ? '' : `; how: ${how}`}${log === undefined ? '' : ` (${log})`}`,
  );
  return `Your plan so far:\n${list(lines)}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

export function iterationWarning(remaining: number): string {
  const steps = remaining === 1 ? 'This is the last step' : `Only ${remaining} steps are left`;
  return `${steps} of this run. Finish what matters most, or say what is left to do.`;
}
