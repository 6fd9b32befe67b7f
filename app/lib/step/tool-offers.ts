import type { JSONSchema7 } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import type { ChatMode } from '../protocol/chat-request.ts';
import type { ForeignToolOffer } from '../protocol/mcp/foreign-tool.ts';
import { offeredSchema } from './offers/offered-schema.ts';
import { type Checked, refuse } from './refusal.ts';

/** The description of a tool for a model. */
export interface ToolOffer {
  name: string;
  description: string;
  inputSchema: JSONSchema7;
}

export interface OffersWanted {
  toolNames: readonly string[];
  mode: ChatMode;
  /** Described by the browser, which calls them. Their schema excludes the names of built-in tools. */
  foreignTools?: readonly ForeignToolOffer[] | undefined;
}

/** Descriptions of the named tools; an unknown name is the browser's mistake. */
export function toolOffers({ toolNames, mode, foreignTools = [] }: OffersWanted, tools: readonly ToolDefinition[]): Checked<ToolOffer[]> {
  const foreign = new Map(foreignTools.map((offer) => [offer.name, offer]));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const offers: ToolOffer[] = [];
  for (const [index, name] of toolNames.entries()) {
    const described = foreign.get(name);
    if (described !== undefined) {
      // JSON with an object at its root, checked by `foreignToolOfferSchema`; the tool's owner checks the model's arguments.
      offers.push({ ...described, inputSchema: described.inputSchema as JSONSchema7 });
      continue;
    }
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

/** Cached, because tools never change. */
const described = new WeakMap<ToolDefinition, ToolOffer>();

function toOffer(tool: ToolDefinition): ToolOffer {
  const before = described.get(tool);
  if (before !== undefined) return before;
  const { name, description, schema } = tool;
  // zod's and the SDK's types describe the same draft 7 schema; the value is the same.
  const inputSchema = offeredSchema(z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }) as JSONSchema7);
  const offer = { name, description, inputSchema };
  described.set(tool, offer);
  return offer;
}
