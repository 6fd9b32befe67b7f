import { type ZipAttributes, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readZipDirectory } from './zip-directory.ts';

const WINDOWS: ZipAttributes = { os: 0 };
const UNIX: ZipAttributes = { os: 3, attrs: 0o100644 * 65_536 };

/** Returns an archive whose names are these bytes, as written by old programs without stating their encoding. */
function archiveOf(names: readonly Uint8Array[], attributes = WINDOWS): Uint8Array {
  const placeholders = names.map((name, index) => String(index).padEnd(name.byteLength, '~'));
  const archive = zipSync(Object.fromEntries(placeholders.map((name) => [name, [new Uint8Array(1), attributes]])));
  for (const [index, placeholder] of placeholders.entries()) {
    const wanted = new TextEncoder().encode(placeholder);
    for (let at = 0; at < archive.byteLength; at++)
      if (wanted.every((byte, offset) => archive[at + offset] === byte)) archive.set(names[index] ?? [], at);
  }
  return archive;
}
const namesOf = (archive: Uint8Array, languages: readonly string[] = []) => readZipDirectory(archive, languages).map(({ name }) => name);
const bytes = (...given: number[]) => Uint8Array.from(given);
const text = (given: string) => new TextEncoder().encode(given);

describe('names that do not say in which code they are', () => {
  // テスト, 文件, 테스트, привет
  const JAPANESE = bytes(0x83, 0x65, 0x83, 0x58, 0x83, 0x67);
  const CHINESE = bytes(0xce, 0xc4, 0xbc, 0xfe);
  const KOREAN = bytes(0xc5, 0xd7, 0xbd, 0xba, 0xc6, 0xae);
  const RUSSIAN = bytes(0xaf, 0xe0, 0xa8, 0xa2, 0xa5, 0xe2);
  const GERMAN = bytes(0x67, 0x72, 0x94, 0xe1, 0x65);

  test.each([
    [['ja'], JAPANESE, 'テスト'],
    [['en-US', 'ja-JP'], JAPANESE, 'テスト'],
    [['zh-CN'], CHINESE, '文件'],
    [['ko-KR'], KOREAN, '테스트'],
    [['ru'], RUSSIAN, 'привет'],
    [['de'], GERMAN, 'größe'],
    [[], GERMAN, 'größe'],
    [['ja'], text('größe'), 'größe'],
    // Not valid in the code page, so it is decoded as if the languages were unknown.
    [['ja'], bytes(0x61, 0x83), 'aâ'],
  ])('are read as they are written where %j is spoken', (languages, name, expected) => {
    expect(namesOf(archiveOf([name]), languages)).toEqual([expected]);
  });
});

test('backslashes divide folders in an archive of Windows, also one that says it is of Unix, where nothing else does', () => {
  const names = [text('shop\\src\\a.ts'), text('package.json')];
  expect(namesOf(archiveOf(names))).toEqual(['shop/src/a.ts', 'package.json']);
  expect(namesOf(archiveOf(names, UNIX))).toEqual(['shop/src/a.ts', 'package.json']);
  expect(namesOf(archiveOf([...names, text('src/b.ts')], UNIX))).toEqual(['shop\\src\\a.ts', 'package.json', 'src/b.ts']);
});

test.each([65_535, 65_536, 65_636])('all of %d entries are read, also where their number did not fit into its field', (count) => {
  const files = Object.fromEntries(Array.from({ length: count }, (_, place) => [`${place}.txt`, new Uint8Array(0)] as const));
  expect(readZipDirectory(zipSync(files, { level: 0 }))).toHaveLength(count);
});

test.each([-1, 1])('an archive whose number of entries is another one by %d is damaged', (difference) => {
  const archive = zipSync({ 'a.txt': new Uint8Array(0), 'b.txt': new Uint8Array(0) });
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  view.setUint16(archive.byteLength - 12, 2 + difference, true);
  expect(() => readZipDirectory(archive)).toThrow();
});
