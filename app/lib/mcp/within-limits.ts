import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import { FOREIGN_LIMITS } from '../protocol/mcp/foreign-tool.ts';

export interface WithinLimits {
  tools: readonly ToolDefinition[];
  /** The number of tools that do not fit, by server. */
  left: ReadonlyMap<string, number>;
}

/**
 * Selects as many tools as a request may contain, in rounds: each server gets its first tool before any gets its second, so that
 * one with many tools does not crowd out others. The order of the servers is kept.
 */
export function withinLimits(servers: ReadonlyMap<string, readonly ToolDefinition[]>): WithinLimits {
  const kept = new Set<ToolDefinition>();
  const left = new Map<string, number>();
  let size = 0;
  const longest = Math.max(0, ...[...servers.values()].map((tools) => tools.length));
  for (let turn = 0; turn < longest; turn++) {
    for (const [server, tools] of servers) {
      const tool = tools[turn];
      if (tool === undefined) continue;
      const length = JSON.stringify(tool.foreign?.inputSchema ?? {}).length;
      if (kept.size < FOREIGN_LIMITS.tools && size + length <= FOREIGN_LIMITS.allSchemas) {
        kept.add(tool);
        size += length;
      } else left.set(server, (left.get(server) ?? 0) + 1);
    }
  }
  return { tools: [...servers.values()].flatMap((tools) => tools.filter((tool) => kept.has(tool))), left };
}
