import { expect, test } from 'vitest';
import { linkVersion } from '../../protocol/files/file-version.ts';
import { contentHashSchema } from '../../protocol/ids.ts';
import { withoutLinks } from './without-links.ts';

test('on a disk a link is a copy of the file that it leads to; one to a folder, out of the project or to nothing is left', () => {
  const hash = contentHashSchema.parse('a'.repeat(64));
  const linkTo = (target: string) => linkVersion(target) ?? expect.unreachable();
  const { files, left } = withoutLinks(
    new Map([
      ['src/a.ts', hash],
      ['copy', linkTo('src/a.ts')],
      ['again', linkTo('folder/a.ts')],
      ['folder', linkTo('src')],
      ['root', linkTo('/')],
      ['round', linkTo('round')],
      ['broken', linkTo('nothing')],
    ]),
  );
  expect([...files]).toEqual([
    ['src/a.ts', hash],
    ['copy', hash],
    ['again', hash],
  ]);
  expect([...left.keys()]).toEqual(['folder', 'root', 'round', 'broken']);
});
