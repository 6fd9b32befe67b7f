import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ExportedEntry } from './exported-entry.ts';
import { zipFiles } from './zip-files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const fileOf = (path: string, text = path, isExecutable = false): ExportedEntry => ({
  kind: 'file',
  path,
  isExecutable,
  read: async () => bytes(text),
});

async function unpacked(paths: readonly string[]): Promise<[string, string][]> {
  const archive = await zipFiles(paths.map((path) => fileOf(path)));
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
  const entries = await unpacked(paths);
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
  const entries = await unpacked(['a\\b.txt', 'a_b.txt', 'a:b.txt', '\\', ':']);
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
      const zip = await zipFiles(paths.map((one) => fileOf(one)));
      const archive = new Uint8Array(await zip.arrayBuffer());
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

/** Returns the Unix mode of each entry in the archive's directory, by name. */
function modes(archive: Uint8Array): Record<string, string> {
  const view = new DataView(archive.buffer);
  const found: Record<string, string> = {};
  const end = archive.byteLength - 22;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const length = view.getUint16(at + 28, true);
    const isUnix = view.getUint8(at + 5) === 3;
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0;
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + length));
    found[name] = `${isUnix ? '' : 'no Unix '}${(view.getUint32(at + 38, true) >>> 16).toString(8)}${isUtf8 ? ' utf-8' : ''}`;
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}

test('programs can be run where they are unpacked, folders that hold nothing are there, and a link is a link', async () => {
  const zip = await zipFiles([
    fileOf('a.txt'),
    fileOf('bin/tool', 'no script', true),
    fileOf('gradlew', '#!/bin/sh\n'),
    fileOf('grün/日本.txt'),
    { kind: 'folder', path: 'empty' },
    { kind: 'link', path: 'node_modules/.bin/tool', target: '../tool/cli.js' },
  ]);
  const archive = new Uint8Array(await zip.arrayBuffer());
  expect(modes(archive)).toEqual({
    'a.txt': '100644',
    'bin/tool': '100755',
    gradlew: '100755',
    'grün/日本.txt': '100644 utf-8',
    'empty/': '40755',
    'node_modules/.bin/tool': '120777',
  });
  expect(new TextDecoder().decode(unzipSync(archive)['node_modules/.bin/tool'])).toBe('../tool/cli.js');
});

test('what is gone by the time it is read is left out', async () => {
  const zip = await zipFiles([{ kind: 'file', path: 'gone', isExecutable: false, read: async () => null }, fileOf('there')]);
  expect(Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))).toEqual(['there']);
});

test('more files than a zip has room for are refused before anything is read', async () => {
  const many = Array.from({ length: 65_001 }, (_, index): ExportedEntry => ({ kind: 'folder', path: String(index) }));
  await expect(zipFiles(many)).rejects.toThrow('these are 65,001 files, and a zip takes 65,000');
});
