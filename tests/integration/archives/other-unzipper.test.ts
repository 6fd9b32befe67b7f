import fc from 'fast-check';
import JSZip from 'jszip';
import { expect, test } from 'vitest';
import type { ExportedEntry } from '../../../app/lib/project/export/exported-entry.ts';
import { zipFiles } from '../../../app/lib/project/export/zip-files.ts';

// This library shares no code with the one that writes our zips: what both agree on is the format.

const bytes = (text: string) => new TextEncoder().encode(text);
const fileOf = (path: string, content: Uint8Array, isExecutable = false): ExportedEntry => ({
  kind: 'file',
  path,
  isExecutable,
  read: async () => content,
});

interface Unpacked {
  name: string;
  mode: string;
  text: string;
}

async function unpack(entries: readonly ExportedEntry[]): Promise<Unpacked[]> {
  const archive = await (await zipFiles(entries)).arrayBuffer();
  const { files } = await JSZip.loadAsync(archive, { checkCRC32: true });
  return Promise.all(
    Object.values(files).map(async (file) => ({
      name: file.name,
      mode: Number(file.unixPermissions).toString(8),
      text: await file.async('string'),
    })),
  );
}

test('a zip with installed packages opens in another unzipper: links, programs, empty folders, names of all scripts', async () => {
  const unpacked = await unpack([
    fileOf('package.json', bytes('{}')),
    fileOf('scripts/start.sh', bytes('#!/bin/sh\necho hi\n')),
    fileOf('bin/tool', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46), true),
    fileOf('grün/日本語 🙂.txt', bytes('ä日🙂')),
    fileOf('empty.txt', bytes('')),
    { kind: 'folder', path: 'logs' },
    fileOf('node_modules/vite/bin/vite.js', bytes('#!/usr/bin/env node\n'), true),
    { kind: 'link', path: 'node_modules/.bin/vite', target: '../vite/bin/vite.js' },
    { kind: 'link', path: 'node_modules/shop', target: '..' },
  ]);
  expect(unpacked).toEqual([
    { name: 'package.json', mode: '100644', text: '{}' },
    { name: 'scripts/start.sh', mode: '100755', text: '#!/bin/sh\necho hi\n' },
    { name: 'bin/tool', mode: '100755', text: '\u007fELF' },
    { name: 'grün/日本語 🙂.txt', mode: '100644', text: 'ä日🙂' },
    { name: 'empty.txt', mode: '100644', text: '' },
    { name: 'logs/', mode: '40755', text: '' },
    { name: 'node_modules/vite/bin/vite.js', mode: '100755', text: '#!/usr/bin/env node\n' },
    { name: 'node_modules/.bin/vite', mode: '120777', text: '../vite/bin/vite.js' },
    { name: 'node_modules/shop', mode: '120777', text: '..' },
  ]);
});

test('whatever the contents are, another unzipper finds them whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 2_000 }), { maxLength: 20 }), async (contents) => {
      const archive = await zipFiles(contents.map((content, index) => fileOf(`${index}.bin`, content)));
      const { files } = await JSZip.loadAsync(await archive.arrayBuffer(), { checkCRC32: true });
      const found = await Promise.all(Object.values(files).map((file) => file.async('uint8array')));
      expect(found.map((content) => [...content])).toEqual(contents.map((content) => [...content]));
    }),
    { numRuns: 20 },
  );
});
