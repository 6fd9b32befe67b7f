import type { ToolRegistry } from '../../contract/tool-definition.ts';

/**
 * Returns the tools that were offered, as they were described then, and behind them those that are new. Within a run a tool that is gone
 * stays in the list, which is the beginning of every request: a call of it is answered with an error.
 */
export function stickyTools(before: ToolRegistry, now: ToolRegistry, isNewRun: boolean): ToolRegistry {
  const offered = new Set(before.tools.map(({ name }) => name));
  const added = now.tools.filter(({ name }) => !offered.has(name));
  const kept = isNewRun ? before.tools.filter(({ name }) => now.get(name) !== undefined) : before.tools;
  const isSame = added.length === 0 && kept.length === before.tools.length;
  return isSame ? before : keptTools({ tools: [...kept, ...added], get: (name) => now.get(name) });
}

/** Returns a registry whose list does not change any more. */
export function keptTools({ tools, get }: ToolRegistry): ToolRegistry {
  return { tools: [...tools], get: (name) => get(name) };
}
