import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRepositoryAddress } from './repository-address.ts';

const GITHUB = 'https://codeload.github.com/remix-run/remix/zip/HEAD';
const GITLAB = 'https://gitlab.com/api/v4/projects/group%2Fsub%2Fshop/repository/archive.zip';

test.each([
  ['remix-run/remix', GITHUB],
  ['  https://github.com/remix-run/remix  ', GITHUB],
  ['https://www.github.com/remix-run/remix/', GITHUB],
  ['github.com/remix-run/remix.git', GITHUB],
  ['git@github.com:remix-run/remix.git', GITHUB],
  ['ssh://git@github.com/remix-run/remix.git', GITHUB],
  ['git+https://github.com/remix-run/remix.git', GITHUB],
  ['http://github.com/remix-run/remix?tab=readme-ov-file', GITHUB],
  ['https://github.com/remix-run/remix/issues/4', GITHUB],
  ['remix-run/remix#v2', 'https://codeload.github.com/remix-run/remix/zip/v2'],
  ['https://gitlab.com/group/sub/shop.git', GITLAB],
  ['https://gitlab.com/group/sub/shop/-/issues', GITLAB],
])('%s is the repository of its archive', (given, archive) => {
  const read = readRepositoryAddress(given);
  expect(read.ok && read.repository.candidates).toEqual([expect.objectContaining({ archive, folder: '' })]);
});

test('a folder is named with its branch, whose name may have slashes', () => {
  const read = readRepositoryAddress('https://github.com/a/b/tree/feature/new%20shop/src');
  expect(read.ok && read.repository).toEqual({
    host: 'codeload.github.com',
    name: 'b',
    title: 'a/b',
    candidates: [
      { archive: 'https://codeload.github.com/a/b/zip/feature', branch: 'feature', folder: 'new shop/src' },
      { archive: 'https://codeload.github.com/a/b/zip/feature/new%20shop', branch: 'feature/new shop', folder: 'src' },
      { archive: 'https://codeload.github.com/a/b/zip/feature/new%20shop/src', branch: 'feature/new shop/src', folder: '' },
    ],
  });
  const other = readRepositoryAddress('https://gitlab.com/a/b/-/tree/main/src?ref_type=heads');
  expect(other.ok && other.repository.candidates[0]).toEqual({
    archive: 'https://gitlab.com/api/v4/projects/a%2Fb/repository/archive.zip?sha=main',
    branch: 'main',
    folder: 'src',
  });
});

test.each([
  ['', 'Give the address of'],
  ['remix', 'remix is not known here.'],
  ['https://github.com/remix-run', 'This names no repository.'],
  ['https://github.com/../../etc', 'This names no repository.'],
  ['https://github.com/a/%ff', 'This is not an address.'],
  ['https://git.example.org/a/b', 'git.example.org is not known here.'],
  ['file:///etc/passwd', 'This is not an address.'],
  ['javascript:alert(1)', 'This is not an address.'],
])('%j is refused with what to give instead', (given, begin) => {
  const read = readRepositoryAddress(given);
  expect(read.ok ? '' : read.why).toMatch(new RegExp(`^${begin.replaceAll('.', '\\.')}`));
});

test('whatever is given, only archives of the two hosts are asked for', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('https://', 'github.com', 'gitlab.com', '@', ':', '/', '..', '#', '?', '%2f', 'evil.example', 'a/b', '/tree/', '\\'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const read = readRepositoryAddress(parts.join(''));
      for (const { archive } of read.ok ? read.repository.candidates : []) {
        const { origin, pathname } = new URL(archive);
        expect(['https://codeload.github.com', 'https://gitlab.com']).toContain(origin);
        expect(pathname).toMatch(/^\/(?:[^/]+\/[^/]+\/zip\/|api\/v4\/projects\/[^/]+\/repository\/archive\.zip$)/);
      }
    }),
  );
});
