import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findTexts } from './find-texts.ts';

/** The folder of the app's texts, in English and every other language. */
export const CATALOGUE = 'app/lib/i18n/catalogue';

interface CatalogueEntry {
  /** The singular form, if the text contains a number. */
  one?: string;
  /** Relative to `app/`. */
  files: readonly string[];
}

export interface Catalogue {
  /** By key: the English text, after `context|` if it has one. */
  entries: ReadonlyMap<string, CatalogueEntry>;
  problems: readonly string[];
}

/** Collects all texts of the sources, sorted by key, into the one catalogue. */
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

/** Formats one text per line, so that two changes only conflict if they change the same text. */
export function catalogueText({ entries }: Pick<Catalogue, 'entries'>): string {
  return jsonLines([...entries]);
}

/** Formats a JSON object with one property per line. */
export function jsonLines(entries: readonly (readonly [string, unknown])[]): string {
  return `{\n${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',\n')}\n}\n`;
}

export function productFiles(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
}
