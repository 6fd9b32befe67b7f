import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDERS = ['test/common', 'test/fixtures', 'test/parallel'];
const MAX_BUFFER = 2 ** 30;

/** Returns a folder with Node's `test/`: a checkout as it is, or the commit's files from a git directory. */
export function unpackSources(sources: string, commit: string, cache: string): string {
  if (existsSync(join(sources, 'test/parallel'))) return sources;
  const git = (args: string[], input = ''): Buffer =>
    execFileSync('git', ['-C', sources, ...args], { input, maxBuffer: MAX_BUFFER, env: { ...process.env, GIT_NO_LAZY_FETCH: '1' } });
  const id = git(['rev-parse', `${commit}^{commit}`])
    .toString()
    .trim();
  const folder = join(cache, `sources-${id}`);
  const done = join(folder, '.unpacked');
  if (existsSync(done)) return folder;
  const entries = git(['ls-tree', '-r', id, '--', ...FOLDERS])
    .toString()
    .split('\n')
    .flatMap((line) => {
      const match = /^100\d+ blob (\w+)\t(.*)$/.exec(line);
      return match === null ? [] : [{ hash: match[1] ?? '', path: match[2] ?? '' }];
    });
  // `git archive` rejects a copy without all blobs; such copies lack their largest files.
  const contents = git(['cat-file', '--batch'], entries.map(({ hash }) => `${hash}\n`).join(''));
  let offset = 0;
  for (const { path } of entries) {
    const lineEnd = contents.indexOf(10, offset);
    const [, kind, size] = contents.toString('latin1', offset, lineEnd).split(' ');
    offset = lineEnd + 1;
    if (kind !== 'blob') continue;
    const end = offset + Number(size);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents.subarray(offset, end));
    offset = end + 1;
  }
  writeFileSync(done, '');
  return folder;
}
