import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesNamed, readThreatRows } from '../../seeds/threat-rows.ts';

/** The document names its tests; a name without a test protects nothing. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'packages', 'tests'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));
const rows = readThreatRows();

describe('the threat model', () => {
  test('has rows with tests', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ names }) => names.length === 0)).toEqual([]);
  });

  test('names test files that exist', () => {
    const missing = rows.flatMap(({ threat, names }) =>
      names.filter((name) => filesNamed(name, files).length === 0).map((name) => `${threat}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('quotes titles that those tests have', () => {
    const missing = rows.flatMap(({ threat, said, names }) => {
      const sources = names.flatMap((name) => filesNamed(name, files)).map((file) => readFileSync(file, 'utf8'));
      const titles = [...said.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title.replace(/…$/, ''));
      return titles.filter((title) => !sources.some((source) => source.includes(title))).map((title) => `${threat}: ${title}`);
    });
    expect(missing).toEqual([]);
  });
});
