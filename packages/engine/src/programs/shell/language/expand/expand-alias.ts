import type { Command } from 'unbash';
import type { Execution } from '../state/execution.ts';
import type { ShellState } from '../state/shell-state.ts';

export interface AliasedSource {
  name: string;
  /** The command's text with the alias's in the name's place. */
  source: string;
}

/** Null when the command's name is no alias, or one that is being expanded already (`alias ls='ls -F'`). */
export function aliasedSource({ name, redirects, pos, end }: Command, state: ShellState): AliasedSource | null {
  if (state.aliases.size === 0 || name === undefined || !(state.isInteractive || state.options.expand_aliases)) return null;
  const alias = state.aliases.get(name.text);
  if (alias === undefined || state.activeAliases.has(name.text)) return null;
  const { source } = state;
  // A here-document's body is outside the command; and a text of another source is not this one's.
  if (source.slice(name.pos, name.end) !== name.text || redirects.some((redirect) => redirect.type === 'HereDoc')) return null;
  return {
    name: name.text,
    source: source.slice(pos, name.pos) + alias + restWithAliases(alias, source.slice(name.end, end), state.aliases),
  };
}

/** After an alias that ends in a blank the next word is looked up too (`alias sudo='sudo '`). */
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
