import type { McpConfirmed } from '../protocol/mcp/mcp.ts';
import type { McpTool } from '../stores/mcp.ts';

/** Whether the user has seen a tool's current description. */
export function seenOf({ name, hash }: Pick<McpTool, 'name' | 'hash'>, { tools }: McpConfirmed): McpTool['seen'] {
  const known = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (known === undefined) return { status: 'new' };
  return known.hash === hash ? { status: 'seen' } : { status: 'changed', before: known };
}
