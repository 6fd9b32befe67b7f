import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipFiles } from './zip-files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function unpacked(files: { path: string; content: Uint8Array }[]): Promise<[string, string][]> {
  const archive = await zipFiles(files);
  const entries = Object.entries(unzipSync(new Uint8Array(await archive.arrayBuffer())));
  return entries.map(([name, content]) => [name, new TextDecoder().decode(content)]);
}

test('every file is in the archive under its path, and none under a name that leaves the folder it is unpacked into', async () => {
  const paths = [
    'src/a.ts',
    '..\\..\\evil.bat',
    '/abs',
    'a/../../b',
    'C:evil.exe',
    'src/C:evil.exe',
    'a.txt:stream',
    'a\nb',
    'cat\u202egnp.exe',
  ];
  const entries = await unpacked(paths.map((path) => ({ path, content: bytes(path) })));
  expect(new Map(entries)).toEqual(
    new Map([
      ['src/a.ts', 'src/a.ts'],
      ['.._.._evil.bat', '..\\..\\evil.bat'],
      ['abs', '/abs'],
      ['a/b', 'a/../../b'],
      ['C_evil.exe', 'C:evil.exe'],
      ['src/C_evil.exe', 'src/C:evil.exe'],
      ['a.txt_stream', 'a.txt:stream'],
      ['a_b', 'a\nb'],
      ['cat_gnp.exe', 'cat\u202egnp.exe'],
    ]),
  );
});

test('a file keeps its name when the name of another becomes the same, and both are there', async () => {
  const entries = await unpacked(['a\\b.txt', 'a_b.txt', 'a:b.txt', '\\', ':'].map((path) => ({ path, content: bytes(path) })));
  expect(new Map(entries)).toEqual(
    new Map([
      ['a_b.txt', 'a_b.txt'],
      ['a_b (2).txt', 'a\\b.txt'],
      ['a_b (3).txt', 'a:b.txt'],
      ['_', '\\'],
      ['_ (2)', ':'],
    ]),
  );
});

test('whatever the files are called, as many come out as went in, and none leaves the folder', async () => {
  const segment = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('..', '.', '', '\\', 'C:', '__proto__', 'constructor', 'a', '\u202e'),
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(path, { maxLength: 6 }), async (paths) => {
      const archive = new Uint8Array(await (await zipFiles(paths.map((one) => ({ path: one, content: bytes(one) })))).arrayBuffer());
      const names: string[] = [];
      unzipSync(archive, { filter: ({ name }) => names.push(name) < 0 });
      expect(names).toHaveLength(paths.length);
      expect(new Set(names).size).toBe(paths.length);
      for (const name of names) {
        expect(name).not.toMatch(/^\/|(?:^|\/)\.\.?(?:\/|$)|[\\:\u0000-\u001f\u202e]/);
      }
    }),
    { numRuns: 100 },
  );
});
