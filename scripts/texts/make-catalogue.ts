import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findTexts } from './find-texts.ts';

/** Where the texts of the app are, in English and in each other language. */
export const CATALOGUE = 'app/lib/i18n/catalogue';

interface CatalogueEntry {
  /** The form for one, where the text has a number. */
  one?: string;
  /** Below `app/`. */
  files: readonly string[];
}

export interface Catalogue {
  /** By key: the English text, after `context|` where it has one. */
  entries: ReadonlyMap<string, CatalogueEntry>;
  problems: readonly string[];
}

/** All texts of the sources, in the order of their keys: the one catalogue. */
export function makeCatalogue(files: readonly string[] = productFiles()): Catalogue {
  const entries = new Map<string, { one?: string; files: Set<string> }>();
  const problems: string[] = [];
  for (const file of files) {
    const found = findTexts(file, readFileSync(file, 'utf8'));
    problems.push(...found.problems);
    for (const { key, one, line } of found.texts) {
      const known = entries.get(key);
      if (known && known.one !== one) problems.push(`${file}:${line}: another place has it with other forms: ${key}`);
      const place = file.replace(/^app\//, '');
      if (known) known.files.add(place);
      else entries.set(key, { ...(one === undefined ? {} : { one }), files: new Set([place]) });
    }
  }
  const sorted = [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
  return { entries: new Map(sorted.map(([key, { files: places, ...entry }]) => [key, { ...entry, files: [...places].sort() }])), problems };
}

/** A line a text, so that two changes meet only where they change the same. */
export function catalogueText({ entries }: Pick<Catalogue, 'entries'>): string {
  return jsonLines([...entries]);
}

/** An object of JSON, a line a property. */
export function jsonLines(entries: readonly (readonly [string, unknown])[]): string {
  return `{\n${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',\n')}\n}\n`;
}

export function productFiles(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
}
