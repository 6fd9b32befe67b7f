import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The document names its tests; a name that no test has defends nothing. */
const text = readFileSync('docs/threat-model.md', 'utf8');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'packages', 'tests'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));

const enforced = text.slice(text.indexOf('## What is enforced'), text.indexOf('## What is not defended'));
const rows = enforced
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| threat |'))
  .map((line) => {
    const cells = line.split(' | ');
    return { threat: (cells[0] ?? '').replace(/^\| /, ''), tests: (cells.at(-1) ?? '').replace(/ \|$/, '') };
  });

/** Files of the tests that a cell names: `name.test`, e2e `name`, conformance `name`, red team `name`. */
function filesOf(cell: string): string[] {
  return [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
}

function sourceOf(name: string): string[] {
  const stem = name.replace(/\.(?:test|spec)$/, '');
  return files.filter((file) => new RegExp(`/${stem.replaceAll('.', '\\.')}(?:\\.server)?\\.(?:test|spec)\\.tsx?$`).test(`/${file}`));
}

describe('the threat model', () => {
  test('has rows with tests', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ tests }) => filesOf(tests).length === 0 && !tests.includes('in the tests of each'))).toEqual([]);
  });

  test('names test files that exist', () => {
    const missing = rows.flatMap(({ threat, tests }) =>
      filesOf(tests)
        .filter((name) => sourceOf(name).length === 0)
        .map((name) => `${threat}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('quotes titles that those tests have', () => {
    const missing = rows.flatMap(({ threat, tests }) => {
      const sources = filesOf(tests)
        .flatMap(sourceOf)
        .map((file) => readFileSync(file, 'utf8'));
      const titles = [...tests.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title.replace(/…$/, ''));
      return titles.filter((title) => !sources.some((source) => source.includes(title))).map((title) => `${threat}: ${title}`);
    });
    expect(missing).toEqual([]);
  });
});
