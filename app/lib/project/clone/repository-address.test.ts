import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRepositoryAddress } from './repository-address.ts';

const GITHUB_AT = 'https://codeload.github.com/remix-run/remix/zip';
const GITHUB = `${GITHUB_AT}/HEAD`;
const GITLAB = 'https://gitlab.com/api/v4/projects/group%2Fsub%2Fshop/repository/archive.zip';

test.each<[given: string, archive: string, candidates?: number]>([
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
  ['HTTPS://GitHub.com/remix-run/remix', GITHUB],
  ['https://github.com/remix-run/remix#readme', GITHUB],
  ['https://github.com/remix-run/remix?tab=readme-ov-file#getting-started', GITHUB],
  ['https://github.com/remix-run/remix#:~:text=Remix', GITHUB],
  ['git clone https://github.com/remix-run/remix.git', GITHUB],
  ['$ git clone --depth 1 git@github.com:remix-run/remix.git my-folder', GITHUB],
  ['git clone -b v2 --depth=1 https://github.com/remix-run/remix', `${GITHUB_AT}/v2`],
  ['git clone https://github.com/remix-run/remix --branch=v2', `${GITHUB_AT}/v2`],
  ['gh repo clone remix-run/remix', GITHUB],
  ['github:remix-run/remix', GITHUB],
  ['<https://github.com/remix-run/remix>,', GITHUB],
  ['“https://github.com/remix-run/remix”', GITHUB],
  ['ssh://git@github.com:22/remix-run/remix.git', GITHUB],
  ['ssh://github.com/remix-run/remix', GITHUB],
  ['https://github.com/remix-run/remix/blob/dev/README.md#L10-L12', `${GITHUB_AT}/dev`, 2],
  ['https://github.com/remix-run/remix/tree/dev#readme', `${GITHUB_AT}/dev`],
  ['https://github.com/remix-run/remix/releases/tag/remix@2.0.0', `${GITHUB_AT}/remix%402.0.0`],
  ['https://github.com/remix-run/remix/releases/latest', GITHUB],
  ['https://github.com/remix-run/remix/commit/0a1b2c3', `${GITHUB_AT}/0a1b2c3`],
  ['https://github.com/remix-run/remix/archive/refs/heads/dev.zip', `${GITHUB_AT}/refs/heads/dev`],
  ['https://codeload.github.com/remix-run/remix/zip/refs/tags/v2', `${GITHUB_AT}/refs/tags/v2`],
  ['remix-run/.github', 'https://codeload.github.com/remix-run/.github/zip/HEAD'],
  ['gitlab:group/sub/shop', GITLAB],
  ['https://gitlab.com/group/sub/shop/-/tags/v2', `${GITLAB}?sha=v2`],
  ['https://gitlab.com/group/sub/shop/-/archive/fix/cart/shop-fix-cart.zip', `${GITLAB}?sha=fix%2Fcart`],
  ['https://gitlab.com/group/sub/shop.git', GITLAB],
  ['https://gitlab.com/group/sub/shop/-/issues', GITLAB],
])('%s is the repository of its archive', (given, archive, candidates = 1) => {
  const read = readRepositoryAddress(given);
  const found = read.ok ? read.repository.candidates : [];
  expect(found[0]).toMatchObject({ archive, folder: '' });
  expect(found).toHaveLength(candidates);
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
