import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import LoadedModulesReporter from '../../../scripts/testing/loaded-modules-reporter.mjs';
import { sourceFiles } from '../../../scripts/testing/proof.mjs';
import { testSources } from '../../../scripts/testing/test-sources.mjs';

/** Returns the sources of `app/a.test.ts` in a repository with these files, without the ones that every test has. */
function sourcesIn(repository: Readonly<Record<string, string>>): string[] | null {
  const { sourcesOf } = testSources(Object.keys(repository), (file) => repository[file] ?? '');
  const sources = sourcesOf('app/a.test.ts');
  return sources === null ? null : [...sources].filter((file) => file !== 'app/a.test.ts').sort();
}

/** A helper that lists folders. */
const LISTING = "import { readdir } from 'node:fs/promises'; await readdir(folder)";

describe('the sources of a unit test', () => {
  test.each([
    ['an import', { 'app/a.test.ts': "import { b } from './b.ts';", 'app/b.ts': '' }, ['app/b.ts']],
    [
      'an import of an import',
      { 'app/a.test.ts': "import './b.ts';", 'app/b.ts': "import '../lib/c.ts';", 'lib/c.ts': '' },
      ['app/b.ts', 'lib/c.ts'],
    ],
    ['a late import', { 'app/a.test.ts': "const b = () => import('./b.ts');", 'app/b.ts': '' }, ['app/b.ts']],
    ['a worker', { 'app/a.test.ts': "new Worker(new URL('./b.ts', import.meta.url))", 'app/b.ts': '' }, ['app/b.ts']],
    ['a file as a text', { 'app/a.test.ts': "import b from './b.css?raw';", 'app/b.css': '' }, ['app/b.css']],
    [
      'the protocol package',
      { 'app/a.test.ts': "import 'devonz-engine-protocol/hosts';", 'packages/engine-protocol/src/hosts.ts': '' },
      ['packages/engine-protocol/src/hosts.ts'],
    ],
    ['a fixture by its path', { 'app/a.test.ts': "load('tests/fixtures/b.json')", 'tests/fixtures/b.json': '' }, ['tests/fixtures/b.json']],
    ['a file that is read', { 'app/a.test.ts': "readFileSync('README.md')", 'README.md': '', 'other.md': '' }, ['README.md']],
    [
      'all that a path which is put together may be',
      { 'app/a.test.ts': 'load(`../tests/fixtures/${name}.json`)', 'tests/fixtures/b.json': '', 'tests/other.json': '' },
      ['tests/fixtures/b.json'],
    ],
    [
      'all that a pattern of an import matches',
      { 'app/a.test.ts': "import './b.ts';", 'app/b.ts': "import.meta.glob('../docs/*.md')", 'docs/c.md': '' },
      ['app/b.ts', 'docs/c.md'],
    ],
    ['all that a pattern of its own matches', { 'app/a.test.ts': "import.meta.glob('../docs/*.md')", 'docs/c.md': '' }, ['docs/c.md']],
  ])('has %s', (_what, repository, expected) => {
    expect(sourcesIn(repository)).toEqual(expected);
  });

  test('has no folder that the product only names, and no file that shares a name with one of a test’s project', () => {
    expect(
      sourcesIn({ 'app/a.test.ts': "import './b.ts'; write('README.md')", 'app/b.ts': "'app/lib'", 'app/lib/c.ts': '', 'README.md': '' }),
    ).toEqual(['app/b.ts']);
  });

  test.each([
    "import { readdirSync } from 'node:fs'; readdirSync('app')",
    "import fs from 'fs/promises'; for await (const file of fs.glob('app/**')) read(file)",
    "import { execFileSync } from 'node:child_process'; execFileSync('git', ['ls-files'])",
    "export { spawn } from 'child_process'",
    "join(import.meta.dirname, 'x')",
    'process.cwd()',
    'sourceFiles()',
    "readFileSync(join('docs', name))",
  ])('is not known where it does %s', (code) => {
    expect(sourcesIn({ 'app/a.test.ts': code, 'docs/b.md': '' })).toBeNull();
  });

  test('is not known where a helper of tests lists folders', () => {
    expect(sourcesIn({ 'app/a.test.ts': "import './testing/b.ts';", 'app/testing/b.ts': LISTING })).toBeNull();
  });

  test.each([
    ['an import', "import './testing/b.ts';"],
    ['a pattern of an import', "import.meta.glob('./testing/*.ts')"],
    ['a computed import', "load('app/testing/b.ts'); const load = (path) => import(path)"],
  ])('is not known where code that lists folders may run through %s', (_what, code) => {
    expect(sourcesIn({ 'app/a.test.ts': code, 'app/testing/b.ts': LISTING })).toBeNull();
  });

  test('is not known where a helper may run the file whose path it gets', () => {
    const repository = {
      'app/a.test.ts': "import { load } from './testing/load.ts'; load('app/testing/b.ts')",
      'app/testing/load.ts': 'export const load = (path) => import(path);',
      'app/testing/b.ts': LISTING,
    };
    expect(sourcesIn(repository)).toBeNull();
  });

  test('is known where it names a file that lists folders and does not run it', () => {
    const repository = { 'app/a.test.ts': "parse('node app/b.test.ts', 'app/testing/b.ts')", 'app/testing/b.ts': LISTING };
    expect(sourcesIn(repository)).toEqual(['app/testing/b.ts']);
  });

  test('is known where its own functions or types are called like those that list or start', () => {
    const code =
      "import type { ChildProcess } from 'node:child_process';\nconst host = { async spawn() {}, glob(text) {} }; glob('app'); spawn()";
    expect(sourcesIn({ 'app/a.test.ts': code })).toEqual([]);
  });

  test('of this file are not known, and of a pure one are few', () => {
    const files = sourceFiles();
    const { sourcesOf } = testSources(files);
    expect(sourcesOf('tests/integration/suite/test-sources.test.ts')).toBeNull();
    expect(sourcesOf('app/lib/iframes/is-of-frame.test.ts')?.size).toBeLessThan(60);
  });
});

describe('the reporter of loaded modules', () => {
  const exitCode = process.exitCode;
  afterEach(() => {
    process.exitCode = exitCode;
  });

  function report(...loaded: readonly string[]): string {
    const said: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
    const module = (path: string, importedModules: object[] = []) => ({ id: `${process.cwd()}/${path}`, importedModules });
    const test = module(
      'app/lib/iframes/is-of-frame.test.ts',
      loaded.map((path) => module(path)),
    );
    const environments = { ssr: { moduleGraph: { getModuleById: (id: string) => (id === test.id ? test : undefined) } } };
    new LoadedModulesReporter().onTestRunEnd([{ moduleId: test.id, project: { vite: { environments } } } as unknown as TestModule]); // It reads no more.
    return said.join('\n');
  }

  test('accepts what is known, and modules of others', () => {
    expect(report('app/lib/iframes/is-of-frame.ts?v=1', 'node_modules/zod/index.js')).not.toContain('does not know');
    expect(process.exitCode).toBe(exitCode);
  });

  test('fails the run for a module that is not among the sources', () => {
    const said = report('app/lib/iframes/is-of-frame.ts', 'app/root.tsx');
    expect(said).toContain('app/lib/iframes/is-of-frame.test.ts loads app/root.tsx.');
    expect(process.exitCode).toBe(1);
  });
});
