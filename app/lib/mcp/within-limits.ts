import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import { FOREIGN_LIMITS } from '../protocol/mcp/foreign-tool.ts';

export interface WithinLimits {
  tools: readonly ToolDefinition[];
  /** By server, how many of its tools no longer fit. */
  left: ReadonlyMap<string, number>;
}

/**
 * As many tools as a request may describe, in turns: each server has its first before one has its second, so that a server with many does
 * not keep the others out. The order stays that of the servers.
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
