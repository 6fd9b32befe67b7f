import type { Manifest } from '../manifest.ts';
import { parseSpec } from '../package-spec.ts';
import type { LockedPackageVersion, LockQuestion, LockReading } from './lock-reading.ts';

export interface ClassicEntry {
  patterns: string[];
  version: string;
  resolved: string | null;
  integrity: string | null;
}

/** Removes the quotes from a text, if any. */
function unquoted(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

/** Parses the lines of a yarn.lock of yarn 1: entries without indentation, fields below. */
export function parseClassicEntries(text: string): ClassicEntry[] {
  const entries: ClassicEntry[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue;
    if (!line.startsWith(' ')) {
      const patterns = [...line.replace(/:$/, '').matchAll(/"(?:[^"\\]|\\.)*"|[^,\s][^,]*/g)].map(([pattern]) => unquoted(pattern.trim()));
      entries.push({ patterns, version: '', resolved: null, integrity: null });
      continue;
    }
    const field = /^ {2}(version|resolved|integrity) (.*)$/.exec(line);
    const entry = entries.at(-1);
    if (!field || !entry) continue;
    const value = unquoted((field[2] ?? '').trim());
    if (field[1] === 'version') entry.version = value;
    else if (field[1] === 'resolved') entry.resolved = value;
    else entry.integrity = value;
  }
  return entries;
}

/** A yarn.lock of yarn 1: maps `name@spec` to a version. */
export class ClassicLockFile implements LockReading {
  readonly isWhole = false;
  readonly #entries = new Map<string, ClassicEntry>();
  readonly #asked = new Set<string>();

  constructor(readonly entries: readonly ClassicEntry[]) {
    for (const entry of entries) for (const pattern of entry.patterns) this.#entries.set(pattern, entry);
  }

  find({ name, written, spec, isPeer }: LockQuestion): LockedPackageVersion | null {
    if (isPeer) return null;
    const pattern = [`${name}@${spec}`, `${name}@${written}`].find((key) => this.#entries.has(key));
    const entry = pattern === undefined ? undefined : this.#entries.get(pattern);
    if (pattern === undefined || entry === undefined) return null;
    this.#asked.add(pattern);
    const parsed = parseSpec(spec);
    const url = parsed.type === 'remote' ? (entry.resolved?.replace(/#.*$/, '') ?? null) : null;
    return {
      packageName: parsed.type === 'alias' ? parsed.name : name,
      version: entry.version,
      integrity: entry.integrity,
      url,
      manifest: null,
    };
  }

  differences(_: ReadonlyMap<string, Manifest>): string[] {
    // An entry keeps the patterns of overridden ranges next to those of their replacements.
    const unused = this.entries.filter(({ patterns }) => !patterns.some((pattern) => this.#asked.has(pattern)));
    return unused.map(({ patterns }) => `nothing asks for ${patterns.join(', ')} any more`);
  }
}
