import type { Effect } from './judge-outcome.ts';

const FEATURES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['extglob', /[@?*+!]\(/],
  ['brace', /\{[^}]*(?:,|\.\.)[^}]*\}/],
  ['class', /\[[^\]\s]+\]/],
  ['globstar', /\*\*/],
  ['glob', /[*?]/],
  ['cd', /\bcd\b/],
  ['redirection', /[<>]/],
  ['substitution', /\$\(|`|<\(/],
  ['variable', /\$\w|\$\{/],
  ['loop', /\b(?:for|while|until)\b/],
  ['pipe', /\|/],
];

/** Returns a class for failures that likely have the same cause: the effect, the programs, the quoting of the words, and the flags. */
export function classOf(effect: Effect, command: string, programs: readonly string[]): string {
  const named = programs.filter((program) =>
    new RegExp(`(?:^|[^\\w./-])${program.replace(/[.+[\]]/g, '\\$&')}(?:$|[^\\w./-])`).test(command),
  );
  const features = FEATURES.filter(([, pattern]) => pattern.test(command.replace(/'[^']*'/g, "''"))).map(([name]) => name);
  const flags = [...command.matchAll(/(?:^|\s)(-[a-zA-Z]|--[a-z-]+)/g)].map((match) => match[1]);
  return [effect.kind, named.sort().join('+'), features.join('+'), [...new Set(flags)].sort().slice(0, 3).join(' ')].join(' | ');
}
