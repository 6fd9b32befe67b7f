import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_LIBRARIES } from '../testing/all-libraries.ts';
import { MemoryFiles } from '../testing/memory-files.ts';
import type { FileCheck, TypeAnswers, TypeQuestion, TypeQuestionKind, TypeQuestionOf } from '../type-questions.ts';
import { TypeChecker } from './type-checker.ts';

function start(contents: Readonly<Record<string, string>>) {
  const memory = new MemoryFiles(contents);
  const files = memory.projectFiles();
  const checker = new TypeChecker(files, () => ALL_LIBRARIES);
  // The answer has the type for the question's kind.
  const ask = <Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>) =>
    checker.answer(question as TypeQuestion) as TypeAnswers[Kind] | null;
  const check = (path: string): FileCheck => ask({ kind: 'check', path }) ?? { problems: [], missing: [] };
  const problems = (path: string) => check(path).problems.map(({ line, code, message }) => `${line}: TS${code} ${message}`);
  const at = (path: string, mark: string) => ({ path, offset: (memory.contents.get(path) ?? '').indexOf(mark) + mark.length });
  return { memory, files, ask, check, problems, at };
}

const STRICT = JSON.stringify({
  compilerOptions: { strict: true, module: 'ESNext', moduleResolution: 'bundler', target: 'ES2022', lib: ['ES2022'], jsx: 'react-jsx' },
});

describe('a file', () => {
  test('is checked as its tsconfig says, with what is typed and not saved', () => {
    const { problems, files } = start({
      'tsconfig.json': STRICT,
      'a.ts': 'export const a: number = 1;\n',
      'b.ts': "import { a } from './a';\na.no;\n",
    });
    expect(problems('b.ts')).toEqual(["2: TS2339 Property 'no' does not exist on type 'number'."]);
    files.show('b.ts', "import { a } from './a';\r\na.toFixed();\r\n");
    expect(problems('b.ts')).toEqual([]);
    files.show('b.ts', null);
    expect(problems('b.ts')).toHaveLength(1);
  });

  test('is found again when what it imports comes, goes or is renamed', () => {
    const { problems, files, memory } = start({
      'tsconfig.json': STRICT,
      'b.ts': "import { a } from './a';\nexport const b: string = a;\n",
    });
    expect(problems('b.ts')[0]).toContain('TS2307');
    memory.contents.set('a.ts', 'export const a = 1;\n');
    files.put('a.ts');
    expect(problems('b.ts')[0]).toContain('TS2322');
    memory.contents.delete('a.ts');
    files.remove('a.ts');
    expect(problems('b.ts')[0]).toContain('TS2307');
  });
});

test.each<[string, string, { references?: object[]; files?: string[]; compilerOptions?: object }]>([
  ['a script beside a configuration that reads none', 'eslint.config.js', {}],
  ['a script that a reference would have to read', 'scripts/build.mjs', { references: [{ path: './tsconfig.app.json' }], files: [] }],
  ['a test outside the folder of the sources', 'tests/a.test.ts', { compilerOptions: { rootDir: 'src' } }],
])('a file that is opened and that the configuration does not name is no error of it: %s', (_what, path, more) => {
  const options = { strict: true, moduleResolution: 'bundler', module: 'ESNext', lib: ['ES2022'] };
  const { ask, problems, at } = start({
    'tsconfig.json': JSON.stringify({ include: ['src'], ...more, compilerOptions: { ...options, ...more.compilerOptions } }),
    'tsconfig.app.json': JSON.stringify({ include: ['src'], compilerOptions: options }),
    'src/a.ts': 'export const a = 1;\n',
    [path]: 'export const b = "x".length;\n',
  });
  expect(problems(path)).toEqual([]);
  expect(ask({ kind: 'hover', ...at(path, 'const b') })).not.toBeNull();
  expect(ask({ kind: 'survey' })?.problems).toEqual([]);
});

test('the outline of a file has what it declares, in its order', () => {
  const text =
    "import { x } from './x';\nexport class A {\n  b = 1;\n  c() {}\n}\nexport const d = () => [1].map((e) => e);\ntype F = string;\n";
  const { ask } = start({ 'tsconfig.json': STRICT, 'a.ts': text });
  const symbols = ask({ kind: 'outline', path: 'a.ts' }) ?? [];
  expect(symbols.map(({ name, kind, level }) => `${level} ${name} ${kind}`)).toEqual([
    '0 A class',
    '1 b property',
    '1 c method',
    '0 d variable',
    '0 F type',
  ]);
  expect(symbols.map(({ from, to }) => text.slice(from, to))).toEqual(['A', 'b', 'c', 'd', 'F']);
});

describe('what surrounds it', () => {
  const IMPORTS = "import { useState } from 'react';\nexport const App = () => <p onClick={(event) => event}>{useState(1)[0].no}</p>;\n";
  const PACKAGE = JSON.stringify({ dependencies: { react: '^19.0.0' }, devDependencies: { '@types/react': '^19.0.0' } });

  test('packages that are not installed are named once, in place of errors, and seen when they come', () => {
    const { memory, files, check, problems } = start({ 'tsconfig.json': STRICT, 'package.json': PACKAGE, 'app.tsx': IMPORTS });
    expect(check('app.tsx')).toEqual({ problems: [], missing: ['react', '@types/react'] });
    memory.contents.set('node_modules/react/package.json', JSON.stringify({ name: 'react', version: '19.0.0' }));
    memory.contents.set('node_modules/@types/react/package.json', JSON.stringify({ name: '@types/react', types: 'index.d.ts' }));
    memory.contents.set('node_modules/@types/react/index.d.ts', 'export function useState<T>(value: T): [T];\n');
    memory.contents.set(
      'node_modules/@types/react/jsx-runtime.d.ts',
      'export namespace JSX { interface IntrinsicElements { p: { onClick?: (event: unknown) => void; children?: unknown } } }\n',
    );
    files.forgetPackages();
    expect(problems('app.tsx')).toEqual(["2: TS2339 Property 'no' does not exist on type 'number'."]);
  });

  test('a component file of another compiler is no error, and is not checked', () => {
    const { problems, check } = start({
      'tsconfig.json': STRICT,
      'main.ts': "import App from './App.vue';\nApp.mount();\n",
      'App.vue': '<template/>',
    });
    expect(problems('main.ts')).toEqual([]);
    expect(check('App.vue').problems).toEqual([]);
  });

  test('a damaged tsconfig is a problem at its place, and its files are checked all the same', () => {
    const { ask, problems } = start({
      'tsconfig.json': '{\n  "compilerOptions": { "strict": true\n',
      'a.ts': 'const a: number = "";\nexport { a };\n',
    });
    expect(ask({ kind: 'survey' })?.problems[0]).toMatchObject({ path: 'tsconfig.json', severity: 'error' });
    expect(problems('a.ts')[0]).toContain('TS2322');
  });

  test('a circular extends is named and ends', () => {
    const { ask } = start({ 'tsconfig.json': '{"extends":"./b.json"}', 'b.json': '{"extends":"./tsconfig.json"}', 'a.ts': 'export {};\n' });
    expect(ask({ kind: 'survey' })?.problems.map(({ code }) => code)).toContain(18_000);
  });

  test('references and paths are followed', () => {
    const { problems } = start({
      'tsconfig.json': '{"files":[],"references":[{"path":"./tsconfig.app.json"}]}',
      'tsconfig.app.json': JSON.stringify({
        compilerOptions: { strict: true, module: 'ESNext', moduleResolution: 'bundler', paths: { '@/*': ['./src/*'] } },
        include: ['src'],
      }),
      'src/a.ts': 'export const a = 1;\n',
      'src/b.ts': "import { a } from '@/a';\nexport const b: string = a;\n",
    });
    expect(problems('src/b.ts')).toEqual(["2: TS2322 Type 'number' is not assignable to type 'string'."]);
  });
});

describe('a place', () => {
  const SOURCE = "import { greet } from './greet';\ngreet('you', 2);\n[1].map\n";
  const GREET =
    '/** Says hello.\n * @param name whom */\nexport function greet(name: string, times: number): string {\n  return name.repeat(times);\n}\n';
  const project = () => start({ 'tsconfig.json': STRICT, 'greet.ts': GREET, 'a.ts': SOURCE });

  test('says its type and its comment', () => {
    const { ask, at } = project();
    expect(ask({ kind: 'hover', ...at('a.ts', '\ngre') })).toMatchObject({
      signature: expect.stringContaining('greet(name: string, times: number): string'),
      documentation: 'Says hello.\n\n*@param* `name` whom',
    });
  });

  test('leads to its definition, also in what TypeScript brings', () => {
    const { ask, at } = project();
    expect(ask({ kind: 'definition', ...at('a.ts', '\ngre') })).toEqual([{ path: 'greet.ts', line: 3, column: 16, length: 5, text: null }]);
    expect(ask({ kind: 'definition', ...at('a.ts', '.map') })?.[0]).toMatchObject({
      path: 'node_modules/typescript/lib/lib.es5.d.ts',
      text: expect.stringContaining('interface Array'),
    });
  });

  test('shows the signature with the parameter that is typed', () => {
    const { ask, at } = project();
    const help = ask({ kind: 'signature', ...at('a.ts', "'you', ") });
    expect(help?.label.slice(help.active?.from, help.active?.to)).toBe('times: number');
  });

  test('is completed with members, and with exports of other files and their imports', () => {
    const { ask, at, files } = project();
    expect(ask({ kind: 'complete', ...at('a.ts', '[1].ma') })?.items[0]?.name).toBe('map');
    files.show('b.ts', 'gree');
    files.put('b.ts');
    const list = ask({ kind: 'complete', path: 'b.ts', offset: 4 });
    const item = list?.items.find(({ name }) => name === 'greet');
    expect(item?.source).not.toBeNull();
    const detail = item && ask({ kind: 'completion-detail', path: 'b.ts', offset: 4, item });
    expect(detail?.edits.map(({ insert }) => insert).join('')).toContain('import { greet } from');
  });
});

test('after any edits, removals and new files the problems are those of a fresh start', () => {
  const paths = ['a.ts', 'b.ts', 'lib/c.ts'];
  const texts = [
    'export const a = 1;\n',
    'export const a = "";\n',
    "import { a } from './a';\nexport const b: number = a;\n",
    "import { a } from '../a';\nimport { b } from '../b';\nexport const c: number = a + b;\n",
    'export {};\nconst broken: = 1;\n',
  ];
  const change = fc.record({ path: fc.constantFrom(...paths), text: fc.option(fc.constantFrom(...texts)), isSaved: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (edits) => {
      const { memory, files, problems } = start({ 'tsconfig.json': STRICT });
      const now = new Map<string, string>();
      for (const { path, text, isSaved } of edits) {
        if (text === null) {
          memory.contents.delete(path);
          files.show(path, null);
          files.remove(path);
          now.delete(path);
        } else {
          if (isSaved) memory.contents.set(path, text);
          if (isSaved) files.put(path);
          files.show(path, isSaved ? null : text);
          now.set(path, text);
        }
        for (const each of paths) problems(each);
      }
      const fresh = start({ 'tsconfig.json': STRICT, ...Object.fromEntries(now) });
      for (const path of paths) expect(problems(path)).toEqual(fresh.problems(path));
    }),
    { numRuns: 6 },
  );
});
