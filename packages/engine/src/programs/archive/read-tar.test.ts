import { expect, it } from 'vitest';
import { writeTar } from '../shell/coreutils/archive/tar-archive.ts';
import { readTar, TAR_BLOCK } from './read-tar.ts';

const member = (path: string, text: string) => ({
  path,
  kind: 'file' as const,
  mode: 0o644,
  modifiedAt: 7,
  target: '',
  content: new TextEncoder().encode(text),
});

it('reads what was written, also names that are longer than their field', () => {
  const long = `package/${'deep/'.repeat(40)}file.txt`;
  const read = [...readTar(writeTar([member('package/a.txt', 'a'), member(long, 'b')]))];
  expect(read.map(({ path, content }) => [path, new TextDecoder().decode(content)])).toEqual([
    ['package/a.txt', 'a'],
    [long, 'b'],
  ]);
  expect(read[0]).toMatchObject({ type: '0', mode: 0o644, modifiedAt: 7 });
});

it('takes no header whose checksum is wrong: a changed name or size is not believed', () => {
  const archive = writeTar([member('package/a.txt', 'a')]);
  archive[8] = 'b'.charCodeAt(0);
  expect(() => [...readTar(archive)]).toThrow('does not look like a tar archive');
});

it('says that an archive ends in the middle of a file', () => {
  const archive = writeTar([member('package/a.txt', 'x'.repeat(2_000))]);
  expect(() => [...readTar(archive.subarray(0, 2 * TAR_BLOCK))]).toThrow('ends in the middle');
});
