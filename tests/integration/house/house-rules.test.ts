import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** The budgets and bans that no other tool checks, over one list of files that is read once. */
const LONGEST_FILE = 400;
const LONGEST_FUNCTION = 80;
const MOST_FILES_IN_A_FOLDER = 25;

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const sources = tracked
  .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !/^(tests\/fixtures|templates)\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const sheets = tracked
  .filter((file) => /^app\/(?:components|styles)\/.*\.css$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const product = sources.filter(
  ({ file }) => /^(app|functions|packages\/[^/]+\/src)\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
);

function* functionsOf(file: string, text: string): Generator<{ name: string; lines: number }> {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: { name: string; lines: number }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = tree.getLineAndCharacterOfPosition(node.getStart()).line;
      const end = tree.getLineAndCharacterOfPosition(node.getEnd()).line;
      const body = text.split('\n').slice(start, end + 1);
      found.push({ name: `${file}:${start + 1}`, lines: body.filter((line) => line.trim() !== '').length });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  yield* found;
}

/** A comment on the line itself or the one above. */
const REASON = /(?:^|\s)(?:\/\/|\*) \S/;

/** Returns the places that match a pattern without a stated reason. */
function violations(files: typeof sources, pattern: RegExp): string[] {
  return files.flatMap(({ file, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, index) => {
      const isExcused = REASON.test(line) || REASON.test(lines[index - 1] ?? '');
      return pattern.test(line) && !isExcused ? [`${file}:${index + 1}: ${line.trim()}`] : [];
    });
  });
}

describe('the house rules', () => {
  test(`no file has more than ${LONGEST_FILE} lines`, () => {
    const long = [...sources, ...sheets]
      .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > LONGEST_FILE);
    expect(long).toEqual([]);
  });

  test(`no function of the product has more than ${LONGEST_FUNCTION} lines`, () => {
    const long = product.flatMap(({ file, text }) => [...functionsOf(file, text)].filter(({ lines }) => lines > LONGEST_FUNCTION));
    expect(long).toEqual([]);
  });

  test('a folder has at most 25 source files: past that, a reader is looking for a file in a list', () => {
    const counts = new Map<string, number>();
    for (const { file } of sources) {
      if (/^tests\/fixtures\//.test(file)) continue;
      const folder = file.slice(0, file.lastIndexOf('/'));
      const isTest = /\.(?:test|spec)\.tsx?$/.test(file);
      const key = isTest ? `${folder} (tests)` : folder;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > MOST_FILES_IN_A_FOLDER)).toEqual([]);
  });

  test('every style sheet but the base is beside a component, which imports it or is one of the controls that every page has', () => {
    const root = sources.find(({ file }) => file === 'app/root.tsx')?.text ?? '';
    const strays = sheets.filter(({ file }) => {
      if (file.startsWith('app/styles/')) return false;
      const folder = file.slice(0, file.lastIndexOf('/') + 1);
      const statement = `import './${file.slice(folder.length)}';`;
      const isEverywhere = root.includes(`import './${file.slice('app/'.length)}';`);
      return !isEverywhere && !sources.some((source) => source.file.startsWith(folder) && source.text.includes(statement));
    });
    expect(strays.map(({ file }) => file)).toEqual([]);
    expect(sheets.length).toBeGreaterThan(10);
  });

  test.each([
    ['a double cast', /as unknown as/],
    ['a switched-off type check', /@ts-(?:ignore|expect-error|nocheck)/],
    ['a message to every origin', /postMessage\([^)]*['"]\*['"]/],
    ['raw HTML', /\binnerHTML\b/],
    ['an unfinished mark', /\b(?:TODO|FIXME|XXX)\b/],
  ])('the product holds not one case of %s without a reason', (_name, pattern) => {
    expect(violations(product, pattern)).toEqual([]);
  });

  test('bytes are joined in one place, the protocol package', () => {
    const joins = /\bfunction (?:concat|join)(?:ed)?(?:Bytes|Chunks|Buffers|Arrays)?\([^)]*Uint8Array/;
    const found = product.filter(({ file, text }) => joins.test(text) && !file.endsWith('/join-bytes.ts')).map(({ file }) => file);
    expect(found).toEqual([]);
    expect(product.filter(({ text }) => text.includes("'devonz-engine-protocol/join-bytes'")).length).toBeGreaterThan(10);
  });

  test('the checksum of archives is computed in one place', () => {
    const found = product.filter(({ text }) => /edb88320/i.test(text)).map(({ file }) => file);
    expect(found).toEqual(['packages/engine-protocol/src/crc-32.ts']);
  });

  test('no test mocks a module of ours or leaves others out', () => {
    const tests = sources.filter(({ file }) => /\.test\.tsx?$/.test(file) && !file.endsWith('house-rules.test.ts'));
    expect(violations(tests, /vi\.mock\(|\.only\(|\btest\.skip\(|\bdescribe\.skip\(/)).toEqual([]);
  });

  test('no registry host and no path of a machine is in the tree', () => {
    const machine = new RegExp(['https?://registr', 'y\\.(?!invalid)|', '/wor', 'k/(?:main|shared)|/ro', 'ot/'].join(''));
    const texts = tracked
      .filter((file) => !/\.(png|woff2|wasm|tgz|ico)$/.test(file))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
    expect(violations(texts, machine)).toEqual([]);
  });

  test('every optional package that the lock file names resolves in it, so that npm ci works everywhere', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {})
        .filter((name) => !resolves(lock.packages, path, name))
        .map((name) => `${path} → ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Resolves as Node does: the nearest `node_modules` folder, from the inside out. */
function resolves(packages: Record<string, unknown>, from: string, name: string): boolean {
  for (let folder = from; ; ) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
    if (!folder.includes('node_modules')) folder = '';
  }
}
