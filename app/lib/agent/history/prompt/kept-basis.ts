import { z } from 'zod';
import type { KeptFacts, KeptPrompt, KeptTool } from '../../../protocol/prompts/kept-prompt.ts';
import type { PromptContext } from '../../contract/agent-session.ts';
import type { ConversationPrompt } from '../../contract/conversation-state.ts';
import type { ToolDefinition, ToolRegistry } from '../../contract/tool-definition.ts';
import { maskedTools } from '../../masking/masked-tools.ts';
import { printOutput } from '../../results/print-output.ts';
import { defaultStub } from '../left-out.ts';
import type { PromptBasis } from './prompt-basis.ts';

/** Returns the form of a basis that the journal keeps. Like what is sent, it holds no values of secret files. */
export function keptBasis({ context, locks, plan, tools, named }: PromptBasis): Omit<KeptPrompt, 'isNew'> {
  const kept = maskedTools(tools, context.inForeign).tools.map((tool) => keptTool(tool, named.has(tool.name)));
  return { facts: keptFacts(context, locks), plan: [...plan], tools: kept };
}

export function keptFacts({ rules, memory, limits, routines, roles }: PromptContext, locks: readonly string[]): KeptFacts {
  return {
    rules: rules.map(({ path, text }) => ({ path, text })),
    memory: memory ?? null,
    limits: [...limits],
    routines: (routines ?? []).map(({ name, description, command }) => ({ name, description, command })),
    roles: (roles ?? []).map(({ name, description }) => ({ name, description })),
    locks: [...locks],
  };
}

/** Restores the basis from the journal; what the journal does not hold comes from the current `context` and `tools`. */
export function restoredBasis({ facts, plan, tools: kept }: ConversationPrompt, context: PromptContext, tools: ToolRegistry): PromptBasis {
  const { locks, ...others } = facts;
  return {
    context: { ...others, ...(context.inForeign === undefined ? {} : { inForeign: context.inForeign }) },
    locks,
    plan,
    tools: { tools: kept.flatMap((tool) => restoredTool(tool, tools) ?? []), get: (name) => tools.get(name) },
    named: new Set(kept.filter(({ isNamed }) => isNamed === true).map(({ name }) => name)),
  };
}

function keptTool({ name, description, foreign }: ToolDefinition, isNamed: boolean): KeptTool {
  if (foreign === undefined) return { name, ...(isNamed ? { isNamed } : {}) };
  const { server, inputSchema, isAllowed } = foreign;
  return { name, foreign: { server, description, inputSchema, isAllowed } };
}

/** A tool of another server is offered as it was first described. Null for a tool of Devonz that this version no longer has. */
function restoredTool({ name, foreign }: KeptTool, registry: ToolRegistry): ToolDefinition | null {
  const tool = registry.get(name) ?? registry.known?.(name) ?? null;
  if (foreign === undefined) return tool?.foreign === undefined ? tool : null;
  const { description, ...offered } = foreign;
  return { ...(tool ?? goneTool(name)), description, foreign: { ...offered, isAllowed: tool?.foreign?.isAllowed ?? false } };
}

/** A tool whose server is not there: it is only in the list, and no call of it is ever run. */
function goneTool(name: string): Omit<ToolDefinition, 'description' | 'foreign'> {
  const message = `${name} is not available at the moment.`;
  return {
    name,
    kind: 'foreign',
    schema: z.record(z.string(), z.unknown()),
    plan: async () => ({ ok: false, code: 'unknown_tool', message }),
    run: async () => ({ ok: false, code: 'unknown_tool', message }),
    problemOf: () => null,
    keepsResult: false,
    stub: (output) => defaultStub(name, output),
    print: printOutput,
    liveFile: () => null,
  };
}
