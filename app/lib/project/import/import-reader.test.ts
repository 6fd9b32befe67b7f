import { createHash } from 'node:crypto';
import { crc32 } from 'devonz-engine-protocol/crc-32';
import fc from 'fast-check';
import { type ZipAttributes, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { contentHashSchema } from '../../protocol/ids.ts';
import { kindText } from '../recognise/facts-text.ts';
import { contentsIn } from '../testing/contents-in.ts';
import { planText, refusalText, sizeText } from './import-plan.ts';
import { createImportReader, importProblemText, type ReadBatch, type ReadFile } from './import-reader.ts';
import type { ImportSource } from './import-source.ts';

const hasher = { hash: async (content: Uint8Array) => contentHashSchema.parse(createHash('sha256').update(content).digest('hex')) };
const bytes = (text: string) => new TextEncoder().encode(text);
const zip = (archive: Uint8Array, name = 'shop.zip'): ImportSource => ({ type: 'zip', name, file: new Blob([new Uint8Array(archive)]) });
const folder = (files: Record<string, string>, name: string | null = null): ImportSource => ({
  type: 'files',
  name,
  files: Object.entries(files).map(([path, text]) => ({ path, file: new Blob([text]) })),
  skipped: [],
});
const unix = (mode: number): ZipAttributes => ({ os: 3, attrs: mode * 65_536 });

async function look(source: ImportSource, withIgnored = false) {
  const reader = createImportReader(source, hasher);
  const plan = await reader.plan({ withIgnored });
  const files: ReadFile[] = [];
  const batches: ReadBatch[] = [];
  const damaged = await reader.read(async (batch) => {
    batches.push(batch);
    files.push(...batch.files);
  });
  return {
    plan,
    damaged,
    paths: files.map(({ path }) => path),
    files,
    /** The stored text of each file, in the same order. */
    stored: await storedTexts(files, batches),
    why: plan.leftOut.map(({ reason, examples }) => [reason, ...examples]),
  };
}
async function storedTexts(files: readonly ReadFile[], batches: readonly ReadBatch[]): Promise<[path: string, text: string][]> {
  const contents = await contentsIn(batches);
  return files.map(({ path, hash }) => [path, new TextDecoder().decode(contents.get(hash) ?? expect.unreachable())]);
}
const problemOf = (source: ImportSource) => look(source).then(() => 'none', importProblemText);

describe('files', () => {
  const texts = async (source: ImportSource) => {
    const { stored, damaged } = await look(source);
    return { texts: Object.fromEntries(stored), damaged };
  };
  /** A file that was written after it was chosen, so that its `size` is outdated. */
  const changed = (text: string, size: number) => Object.defineProperty(new Blob([text]), 'size', { value: size });

  test('of more than one batch come with their contents', async () => {
    const given = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${index}.ts`, `content ${index} `.repeat(30)]));
    expect(await texts(folder(given))).toEqual({ texts: given, damaged: [] });
  });

  test('of which one cannot be read are the others all the same', async () => {
    const gone = Object.assign(changed('', 1), { arrayBuffer: () => Promise.reject(new DOMException('No', 'NotReadableError')) });
    const source = folder({ 'a.ts': 'a', 'b.ts': 'b' });
    const files = source.type === 'files' ? [...source.files, { path: 'gone.ts', file: gone }] : [];
    expect(await texts({ type: 'files', name: null, files, skipped: [] })).toEqual({
      texts: { 'a.ts': 'a', 'b.ts': 'b' },
      damaged: [{ reason: 'damaged', files: 1, examples: ['gone.ts'] }],
    });
  });

  test('that were written after they were chosen never come with the bytes of another', async () => {
    const files = [
      { path: 'shorter.ts', file: changed('ab', 3) },
      { path: 'longer.ts', file: changed('cdef', 3) },
    ];
    // Their total length is as expected.
    expect((await texts({ type: 'files', name: null, files, skipped: [] })).texts).toEqual({ 'shorter.ts': 'ab', 'longer.ts': 'cdef' });
  });
});

describe('an archive', () => {
  test('loses the one folder around everything, and keeps what is in it byte by byte', async () => {
    const { plan, stored } = await look(
      zip(zipSync({ 'shop-main/package.json': bytes('{}'), 'shop-main/src/ä.ts': [bytes('ä'), { level: 9 }] })),
    );
    expect(plan.name).toBe('shop');
    expect(stored).toEqual([
      ['package.json', '{}'],
      ['src/ä.ts', 'ä'],
    ]);
  });

  test('is looked at in one of its folders alone, where that is what is wanted', async () => {
    const archive = zipSync({
      'shop-main/a.ts': bytes('a'),
      'shop-main/apps/web/b.ts': bytes('b'),
      'shop-main/apps/webshop/c.ts': bytes('c'),
    });
    const file = new Blob([new Uint8Array(archive)]);
    const { plan, paths } = await look({ type: 'zip', name: 'web', file, folder: 'apps/web' });
    expect([plan.name, paths]).toEqual(['web', ['b.ts']]);
    expect(await problemOf({ type: 'zip', name: 'none', file, folder: 'apps/none' })).toBe('There is no folder “apps/none” in it.');
  });

  test('that is a whole session is known as one, wherever its files are in it', async () => {
    const session = { 'contents/0': bytes('x'), 'journal.jsonl': bytes(''), 'devonz-session.json': bytes('{}') };
    expect((await look(zip(zipSync(session)))).plan.isSession).toBe(true);
    expect((await look(zip(zipSync({ 'a/devonz-session.json': bytes('{}'), 'a/journal.jsonl': bytes('') })))).plan.isSession).toBe(false);
    expect((await look(folder({ 'devonz-session.json': '{}', 'journal.jsonl': '' }))).plan.isSession).toBe(false);
  });

  test('of small and large entries, compressed or not, is stored whole', async () => {
    const text = 'export const value = 1;\n'.repeat(400);
    const large = text.repeat(20);
    const archive = zipSync({
      'a.ts': [bytes(text), { level: 1 }],
      'b.ts': [bytes(large), { level: 9 }],
      'c.ts': [bytes(text.slice(1)), { level: 0 }],
    });
    expect((await look(zip(archive))).stored).toEqual([
      ['a.ts', text],
      ['b.ts', large],
      ['c.ts', text.slice(1)],
    ]);
  });

  test('whose entry unpacks to more than it says is damaged', async () => {
    const archive = zipSync({ 'a.ts': [bytes('x'.repeat(1_000)), { level: 9 }] });
    const shorter = 999;
    const view = new DataView(archive.buffer, archive.byteOffset);
    const directory = view.getUint32(archive.byteLength - 6, true);
    view.setUint32(22, shorter, true);
    view.setUint32(directory + 24, shorter, true);
    const checksum = crc32(bytes('x'.repeat(shorter)));
    view.setUint32(14, checksum, true);
    view.setUint32(directory + 16, checksum, true);
    expect((await look(zip(archive))).damaged).toEqual([{ reason: 'damaged', files: 1, examples: ['a.ts'] }]);
  });

  test('keeps a folder of the project that is alone in it', async () => {
    expect((await look(zip(zipSync({ 'src/a.ts': bytes('1') })))).paths).toEqual(['src/a.ts']);
  });

  test('says which files could be run, and leaves out what leads out of it', async () => {
    const archive = zipSync({
      'run.sh': [bytes('#!'), unix(0o100755)],
      'a.txt': [bytes('a'), unix(0o100644)],
      link: [bytes('/etc/passwd'), unix(0o120777)],
    });
    const { files, why } = await look(zip(archive));
    expect(files.map(({ path, isExecutable }) => [path, isExecutable])).toEqual([
      ['a.txt', false],
      ['run.sh', true],
    ]);
    expect(why).toEqual([['outside', 'link']]);
  });

  test('has a copy of the file where a link leads to one, through other links too; any other link is left out with the reason', async () => {
    const link = (target: string): [Uint8Array, ZipAttributes] => [bytes(target), unix(0o120777)];
    const { stored, files, why } = await look(
      zip(
        zipSync({
          'shop/bin/run.sh': [bytes('#!/bin/sh'), unix(0o100755)],
          'shop/.env': bytes('KEY=1'),
          'shop/run': link('./second'),
          'shop/second': link('bin/../bin/run.sh'),
          'shop/.env.local': link('.env'),
          'shop/notes.txt': link('.env'),
          'shop/loop': link('loop'),
          'shop/folder': link('bin'),
          'shop/none': link('gone.txt'),
          'shop/out': link('../../etc/passwd'),
          'shop/root': link('/etc/passwd'),
        }),
      ),
    );
    expect(stored.map(([path, text], index) => [path, text, files[index]?.isExecutable])).toEqual([
      ['.env', 'KEY=1', false],
      ['.env.local', 'KEY=1', false],
      ['bin/run.sh', '#!/bin/sh', true],
      ['run', '#!/bin/sh', true],
      ['second', '#!/bin/sh', true],
    ]);
    expect(why).toEqual([
      ['keys', 'shop/notes.txt'],
      ['link', 'shop/loop', 'shop/folder', 'shop/none'],
      ['outside', 'shop/out', 'shop/root'],
    ]);
  });

  test('writes nothing outside of the project, however its names are written', async () => {
    const names = ['../a', 'a/../../b', '/etc/passwd', 'C:\\x', 'C:/x', '..\\..\\x', 'a\u202etxt', 'x\u0000y', 'ok.txt'];
    const { paths, why } = await look(zip(zipSync(Object.fromEntries(names.map((name) => [name, bytes('x')])))));
    expect(paths).toEqual(['ok.txt']);
    expect(why.map(([reason]) => reason)).toEqual(['name']);
  });

  test('reads names of before UTF-8', async () => {
    const archive = zipSync({ 'X.txt': bytes('x'), 'b.txt': bytes('y') });
    // "X" becomes 0x81, which is ü in code page 437 and nothing in UTF-8.
    for (let at = 0; at < archive.length - 5; at++)
      if (new TextDecoder().decode(archive.subarray(at, at + 5)) === 'X.txt') archive[at] = 0x81;
    expect((await look(zip(archive))).paths).toEqual(['b.txt', 'ü.txt']);
  });

  test('a damaged file is left out and said, the others come', async () => {
    const archive = zipSync({ 'a.txt': [bytes('hello'), { level: 0 }], 'b.txt': [bytes('other'), { level: 0 }] });
    archive[new TextDecoder('latin1').decode(archive).indexOf('hello')] = 0;
    const { paths, damaged } = await look(zip(archive));
    expect([paths, damaged]).toEqual([['b.txt'], [{ reason: 'damaged', files: 1, examples: ['a.txt'] }]]);
  });

  test('that unpacks to far more than its size is refused before anything is unpacked', async () => {
    const zeros = new Uint8Array(9 * 1024 * 1024);
    const bomb = zipSync(Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${index}.bin`, zeros])));
    expect(await problemOf(zip(bomb))).toMatch(/would unpack to [\d,]+ times its size/);
  });

  test('that says less of a content than there is unpacks no more than it said', async () => {
    const archive = zipSync({ 'a.txt': new Uint8Array(2 * 1024 * 1024) });
    const view = new DataView(archive.buffer);
    for (let at = 0; at < archive.length - 46; at++) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 300 * 1024, true);
    const { paths, damaged } = await look(zip(archive));
    expect([paths, damaged.length]).toEqual([[], 1]);
  });

  test('of names that cannot be kept says them as they can be read', async () => {
    const names = ['ok.txt', 'photo\u202egnp.exe', 'line\nbreak', 'x'.repeat(300)];
    const { paths, why } = await look(zip(zipSync(Object.fromEntries(names.map((name) => [name, bytes('')])))));
    expect([paths, why]).toEqual([['ok.txt'], [['name', 'photo[U+202E]gnp.exe', 'line[U+000A]break', `${'x'.repeat(200)}…`]]]);
  });

  test('whose entries share their bytes is refused', async () => {
    const archive = zipSync({ 'a.txt': bytes('aaaa'), 'b.txt': bytes('bbbb') });
    const view = new DataView(archive.buffer);
    for (let at = 0; at < archive.length - 46; at++) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 42, 0, true);
    expect(await problemOf(zip(archive))).toContain('share their bytes');
  });

  test('that is none, or is cut off, is refused in words', async () => {
    expect(await problemOf(zip(bytes('hello')))).toBe('The archive is damaged, or is not a zip file.');
    expect(await problemOf(zip(new Uint8Array(0)))).toBe('The archive is damaged, or is not a zip file.');
    const archive = zipSync({ 'a.txt': bytes('hello') });
    expect(await problemOf(zip(archive.slice(0, -30)))).toBe('The archive is damaged, or is not a zip file.');
  });

  test('with any byte changed gives files of the project, or words, and never hangs', async () => {
    const archive = zipSync({ 'a/b.txt': bytes('hello hello hello'), 'c.txt': [bytes('x'), unix(0o100755)] });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }), async (changes) => {
        const changed = archive.slice();
        for (const [at, value] of changes) changed[at] = value;
        const outcome = await look(zip(changed)).catch((error: unknown) => importProblemText(error));
        if (typeof outcome === 'string') expect(outcome).toMatch(/\.$/);
        else for (const path of outcome.paths) expect(path).not.toMatch(/^\/|(?:^|\/)\.\.(?:\/|$)|\\/);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps every name that a project can have', async () => {
    const name = fc.stringMatching(/^[a-z#@+~ ._-]{1,12}$/).filter((text) => text.trim() === text && !/^(?:\.*|__proto__)$/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 2, maxLength: 8 }), async (names) => {
        const files: Zippable = Object.fromEntries(names.map((each) => [each, bytes(each)]));
        const { paths, plan } = await look(zip(zipSync(files)));
        const kept = names.filter((each) => !plan.leftOut.some(({ examples }) => examples.includes(each)));
        expect(paths.toSorted()).toEqual(kept.toSorted());
      }),
      { numRuns: 100 },
    );
  });
});

describe('a folder', () => {
  test('comes without what is installed, made or ignored; each reason is counted', async () => {
    const { plan, paths } = await look(
      folder(
        {
          '.gitignore': '*.log\n/out/\n.env\n',
          '.env': 'KEY=1',
          'a.log': '',
          'out/x.js': '',
          'src/out/y.js': '',
          'node_modules/a/index.js': '',
          '.git/HEAD': '',
          'dist/a.js': '',
          '.DS_Store': '',
          'package.json': '{"scripts":{"dev":"vite"},"devDependencies":{"vite":"7"}}',
        },
        'shop',
      ),
    );
    expect(paths).toEqual(['.env', '.gitignore', 'package.json', 'src/out/y.js']);
    expect(planText(plan)).toBe(
      `4 files, ${sizeText(plan.bytes)}; 6 left out (installed packages (node_modules): 1, the history of git (.git): 1, outputs and caches (dist, .cache, .vite): 1, files of the operating system: 1, excluded by .gitignore: 2)`,
    );
    expect([plan.name, kindText(plan.facts.kind), plan.secrets]).toEqual(['shop', 'Vite project', ['.env']]);
  });

  test('brings what .gitignore excludes where the user wants it', async () => {
    expect((await look(folder({ '.gitignore': 'a\n', a: '1' }), true)).paths).toEqual(['.gitignore', 'a']);
  });

  test('that is empty, too large or of too many files is refused in words', async () => {
    const plan = async (source: ImportSource) => {
      const { refusal, files, bytes } = await createImportReader(source, hasher).plan({ withIgnored: false });
      return refusal === null ? null : refusalText({ refusal, files, bytes });
    };
    expect(await plan(folder({}))).toBe('It holds no files.');
    expect(await plan(folder({ 'node_modules/a.js': '' }))).toBe('Nothing of it can be brought in.');
    const many = Array.from({ length: 100_000 }, (_, index) => ({ path: `src/${index}.ts`, file: new Blob([]) }));
    expect(await plan({ type: 'files', name: 'big', files: many, skipped: [] })).toContain('100,000 files are more than the 20,000');
    const large = new Blob([new Uint8Array(9 * 1024 * 1024)]);
    const heavy = Array.from({ length: 29 }, (_, index) => ({ path: `${index}.bin`, file: large }));
    expect(await plan({ type: 'files', name: 'big', files: heavy, skipped: [] })).toContain('261 MB are more than the 250 MB');
  });

  test('with two files of one name, or a file named as a folder, keeps the first', async () => {
    const files = ['a', 'a', 'a/b', 'c/d', 'c'].map((path) => ({ path, file: new Blob(['x']) }));
    expect((await look({ type: 'files', name: null, files, skipped: [] })).paths).toEqual(['a', 'c/d']);
  });
});
