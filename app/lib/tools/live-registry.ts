import type { ToolDefinition, ToolRegistry } from '../agent/contract/tool-definition.ts';
import { TOOL_PREFIX } from '../protocol/tool-names.ts';

/**
 * Combines our own tools with those that other servers currently offer. Foreign tools with our name prefix are excluded; among foreign
 * tools of the same name, the first is used.
 */
export function liveRegistry(own: ToolRegistry, foreign: () => readonly ToolDefinition[]): ToolRegistry {
  let given: readonly ToolDefinition[] | null = null;
  let others: ReadonlyMap<string, ToolDefinition> = new Map();
  const current = () => {
    const offered = foreign();
    if (offered !== given) others = byName(offered);
    given = offered;
    return others;
  };
  return {
    get tools() {
      return [...own.tools, ...current().values()];
    },
    get: (name) => own.get(name) ?? current().get(name),
    known: (name) => own.known?.(name),
  };
}

function byName(tools: readonly ToolDefinition[]): ReadonlyMap<string, ToolDefinition> {
  const names = new Map<string, ToolDefinition>();
  for (const tool of tools) if (!tool.name.startsWith(TOOL_PREFIX) && !names.has(tool.name)) names.set(tool.name, tool);
  return names;
}
