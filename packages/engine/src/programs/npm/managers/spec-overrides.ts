import { parseSpec } from '../package-spec.ts';
import { intersects, satisfies, validRange } from '../semver.ts';
import type { ManagerFamily } from './manager.ts';

/** A replacement for the specs that packages write: `overrides` of pnpm and bun, `resolutions` of yarn. */
export interface SpecOverride {
  /** Applies only to this package's own dependencies, or to all packages if `null`. */
  parent: { name: string; range: string | null } | null;
  name: string;
  /** Applies only to such ranges, or to all ranges if `null`. */
  range: string | null;
  /** `null` removes the dependency. */
  replacement: string | null;
}

interface Asking {
  name: string;
  version: string;
}

/** Parses `name`, `name@range` or `parent>name` (pnpm), and `parent/name` or `name@npm:range` (yarn). */
export function readOverride(key: string, value: string, family: ManagerFamily, rootSpec: (name: string) => string | null): SpecOverride {
  const parts = family === 'pnpm' && key.includes('>') ? splitAtArrow(key) : splitPath(key);
  const last = nameAndRange(parts.at(-1) ?? key);
  const above = parts.length > 1 ? (parts.at(-2) ?? null) : null;
  const replacement = value === '-' && family === 'pnpm' ? null : value.startsWith('$') ? (rootSpec(value.slice(1)) ?? value) : value;
  return { parent: above === null || above.includes('*') ? null : nameAndRange(above), ...last, replacement };
}

/** Splits at the `>` between two names, but not within a range (`a@>1`). */
function splitAtArrow(key: string): string[] {
  return key.split(/(?<=[^@ |<>=])>(?=[@\w])/).map((part) => part.trim());
}

/** Splits at slashes, except that of a scope and those within ranges. */
function splitPath(key: string): string[] {
  const range = /^(.*?[^/@])(@[^/]*(?:\/.*)?)$/.exec(key);
  const parts = (range?.[1] ?? key).split('/');
  const names: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    if (part.startsWith('@')) {
      names.push(`${part}/${parts[at + 1] ?? ''}`);
      at += 1;
    } else if (part !== '') names.push(part);
  }
  const last = names.pop() ?? '';
  return [...names, last + (range?.[2] ?? '')];
}

function nameAndRange(text: string): { name: string; range: string | null } {
  const at = text.indexOf('@', 1);
  return at === -1 ? { name: text, range: null } : { name: text.slice(0, at), range: text.slice(at + 1).replace(/^npm:/, '') };
}

/** Returns the spec after the overrides, using the most specific one that matches. */
export function overridden(overrides: readonly SpecOverride[], asking: Asking, name: string, spec: string): string | null {
  const fitting = overrides.filter((rule) => rule.name === name && isFor(rule, asking, spec));
  const best = fitting.find((rule) => rule.parent !== null) ?? fitting.find((rule) => rule.range !== null) ?? fitting[0];
  return best === undefined ? spec : best.replacement;
}

function isFor({ parent, range }: SpecOverride, asking: Asking, spec: string): boolean {
  if (parent !== null) {
    if (parent.name !== asking.name) return false;
    if (parent.range !== null && validRange(parent.range) !== null && !satisfies(asking.version, parent.range)) return false;
  }
  if (range === null || range === spec) return true;
  const parsed = parseSpec(spec);
  const asked = parsed.type === 'alias' ? parsed.target : parsed;
  return asked.type === 'range' && validRange(range) !== null && intersects(asked.range, range);
}
