import type { ToolRegistry } from '../../contract/tool-definition.ts';

/**
 * Returns the tools that were offered, as they were described then, and behind them those that are new. A tool that is gone stays in the
 * list, which is the beginning of every request: a call of it is answered with an error.
 */
export function stickyTools(before: ToolRegistry, now: ToolRegistry): ToolRegistry {
  const offered = new Set(before.tools.map(({ name }) => name));
  const added = now.tools.filter(({ name }) => !offered.has(name));
  return added.length === 0 ? before : keptTools({ tools: [...before.tools, ...added], get: (name) => now.get(name) });
}

/** Returns a registry whose list does not change any more. */
export function keptTools({ tools, get }: ToolRegistry): ToolRegistry {
  return { tools: [...tools], get: (name) => get(name) };
}
