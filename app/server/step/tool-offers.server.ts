import type { JSONSchema7 } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ToolDefinition } from '../../lib/agent/tool-definition.ts';
import type { ChatMode } from '../../lib/protocol/chat-request.ts';
import { type Checked, refuse } from '../api-error.server.ts';

/** What a model learns of a tool. */
export interface ToolOffer {
  name: string;
  description: string;
  inputSchema: JSONSchema7;
}

/** The named tools as a model learns of them; a name that is none is the browser's mistake. */
export function toolOffers(names: readonly string[], mode: ChatMode, tools: readonly ToolDefinition[]): Checked<ToolOffer[]> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const offers: ToolOffer[] = [];
  for (const [index, name] of names.entries()) {
    const tool = byName.get(name);
    const field = `toolNames.${index}`;
    if (tool === undefined) {
      const message = `There is no tool named ${JSON.stringify(name)}. The tools are: ${[...byName.keys()].join(', ')}.`;
      return refuse({ status: 400, code: 'unknown_tool', message, field });
    }
    if (!mayBeOffered(tool, mode)) {
      const message = `${name} ${tool.kind === 'command' ? 'runs programs' : 'changes files'}; it is not offered in ${mode} mode.`;
      return refuse({ status: 400, code: 'tool_not_in_mode', message, field });
    }
    offers.push(toOffer(tool));
  }
  return { ok: true, value: offers };
}

function mayBeOffered(tool: ToolDefinition, mode: ChatMode): boolean {
  if (mode === 'agent') return true;
  return mode === 'plan' && (tool.kind === 'read' || tool.kind === 'control');
}

function toOffer({ name, description, schema }: ToolDefinition): ToolOffer {
  const { $schema, ...inputSchema } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  // zod's JSON Schema and the SDK's are two type definitions of draft 7; the value is the same.
  return { name, description, inputSchema: inputSchema as JSONSchema7 };
}
