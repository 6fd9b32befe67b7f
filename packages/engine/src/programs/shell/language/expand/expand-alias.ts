import type { Command } from 'unbash';
import type { Execution } from '../state/execution.ts';
import type { ShellState } from '../state/shell-state.ts';

export interface AliasedSource {
  name: string;
  /** The command's text with the name replaced by the alias. */
  source: string;
}

/** Returns null when the command's name is not an alias, or is one that is already being expanded (`alias ls='ls -F'`). */
export function aliasedSource({ name, redirects, pos, end }: Command, state: ShellState): AliasedSource | null {
  if (state.aliases.size === 0 || name === undefined || !(state.isInteractive || state.options.expand_aliases)) return null;
  const alias = state.aliases.get(name.text);
  if (alias === undefined || state.activeAliases.has(name.text)) return null;
  const { source } = state;
  // A here-document's body lies outside the command, and positions from another source do not match this text.
  if (source.slice(name.pos, name.end) !== name.text || redirects.some((redirect) => redirect.type === 'HereDoc')) return null;
  return {
    name: name.text,
    source: source.slice(pos, name.pos) + alias + restWithAliases(alias, source.slice(name.end, end), state.aliases),
  };
}

/** If an alias ends in a blank, the next word is also checked for an alias (`alias sudo='sudo '`). */
function restWithAliases(alias: string, rest: string, aliases: ReadonlyMap<string, string>): string {
  if (!/[ \t]$/.test(alias)) return rest;
  const next = /^\s*([^\s;&|<>()"'\\$]+)/.exec(rest);
  const text = next === null ? undefined : aliases.get(next[1] ?? '');
  return next === null || text === undefined ? rest : ` ${text}${restWithAliases(text, rest.slice(next[0].length), aliases)}`;
}

export async function runAlias({ name, source }: AliasedSource, execution: Execution): Promise<number> {
  const { state, interpreter } = execution;
  state.activeAliases.add(name);
  try {
    return await interpreter.runSource(source, execution);
  } finally {
    state.activeAliases.delete(name);
  }
}
