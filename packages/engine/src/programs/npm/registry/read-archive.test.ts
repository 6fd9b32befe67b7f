import { expect, test } from 'vitest';
import { makeArchive } from '../testing/make-archive.ts';
import { gunzip, readArchive } from './read-archive.ts';

async function read(archive: Uint8Array): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const file of readArchive(await gunzip(archive)))
    files[file.path] = new TextDecoder().decode(file.content) + (file.isExecutable ? ' (executable)' : '');
  return files;
}

test('files come with their content and their executable bit, below whatever the first folder is called', async () => {
  const archive = makeArchive({ 'a.js': 'a', 'deep/b.js': { content: 'b', isExecutable: true }, empty: '' }, 'node-v1');
  expect(await read(archive)).toEqual({ 'a.js': 'a', 'deep/b.js': 'b (executable)', empty: '' });
});

test('names too long for the old header are read from pax records', async () => {
  const long = `${'folder/'.repeat(30)}file-ü.js`;
  expect(await read(makeArchive({ [long]: 'x', 'short.js': 'y' }))).toEqual({ [long]: 'x', 'short.js': 'y' });
});

test('an entry that would leave the package is passed over', async () => {
  expect(await read(makeArchive({ '../../etc/passwd': 'evil', 'ok.js': 'fine' }))).toEqual({ 'ok.js': 'fine' });
});

test('an archive that was cut off is an error', async () => {
  const whole = await gunzip(makeArchive({ 'a.js': 'x'.repeat(2000) }));
  expect(() => [...readArchive(whole.subarray(0, 1000))]).toThrow(RangeError);
});
