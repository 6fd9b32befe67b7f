import type { ToolRegistry } from '../../contract/tool-definition.ts';

/**
 * Returns the tools that were offered, with their original descriptions, followed by new ones. A tool that disappears during a run stays in
 * the list, because the list is the beginning of every request; calls of it are answered with an error.
 */
export function stickyTools(before: ToolRegistry, now: ToolRegistry, isNewRun: boolean): ToolRegistry {
  const offered = new Set(before.tools.map(({ name }) => name));
  const added = now.tools.filter(({ name }) => !offered.has(name));
  const kept = isNewRun ? before.tools.filter(({ name }) => now.get(name) !== undefined) : before.tools;
  const isSame = added.length === 0 && kept.length === before.tools.length;
  return isSame ? before : keptTools({ tools: [...kept, ...added], get: (name) => now.get(name) });
}

/** Returns a registry with a fixed list. */
export function keptTools({ tools, get }: ToolRegistry): ToolRegistry {
  return { tools: [...tools], get: (name) => get(name) };
}
