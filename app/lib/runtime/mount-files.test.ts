import { unpackMessage } from 'devonz-engine-protocol/message-pack';
import { expect, test } from 'vitest';
import { mountFiles } from './mount-files.ts';
import { toWorkspacePath } from './to-workspace-path.ts';
import type { MountedFile } from './types.ts';

const file = (path: string, content: number[], isExecutable = false): MountedFile => ({
  path: toWorkspacePath(path) ?? expect.unreachable(path),
  content: Uint8Array.from(content),
  ...(isExecutable ? { isExecutable } : {}),
});

async function mounted(files: readonly MountedFile[], host: 'engine' | 'stackblitz') {
  const given: unknown[] = [];
  await mountFiles({ mount: async (tree) => void given.push(tree) }, files, host);
  const [snapshot] = given;
  return snapshot instanceof Uint8Array ? unpackMessage(snapshot) : expect.unreachable('no snapshot');
}

test('files go into the runtime as one snapshot, in their folders, with their bytes', async () => {
  const tree = await mounted([file('a/b/c.bin', [0, 255]), file('a/d.txt', [100]), file('__proto__/e', [1])], 'engine');
  expect(JSON.parse(JSON.stringify(tree, (_key, value) => (value instanceof Uint8Array ? [...value] : value)))).toEqual(
    JSON.parse(
      '{"d":{"a":{"d":{"b":{"d":{"c.bin":{"f":{"c":[0,255]}}}},"d.txt":{"f":{"c":[100]}}}},"__proto__":{"d":{"e":{"f":{"c":[1]}}}}}}',
    ),
  );
});

test('the engine learns what may be run; another host, which has no word for it, is not', async () => {
  const program = file('run', [1], true);
  expect(await mounted([program], 'engine')).toEqual({ d: { run: { f: { c: Uint8Array.of(1), x: true } } } });
  expect(await mounted([program], 'stackblitz')).toEqual({ d: { run: { f: { c: Uint8Array.of(1) } } } });
});
