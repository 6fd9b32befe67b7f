import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipFiles } from './zip-files.ts';

test('every file is in the archive under its path, and none under a name that leaves the folder it is unpacked into', async () => {
  const content = new TextEncoder().encode('x');
  const paths = ['src/a.ts', '__proto__', '..\\..\\evil.bat', '/abs', 'a/../../b', 'C:evil.exe', 'a\nb'];
  const archive = await zipFiles(paths.map((path) => ({ path, content })));
  const names = Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer())));
  expect(names.sort()).toEqual(['.._.._evil.bat', 'C_evil.exe', '_proto_', 'a/b', 'a_b', 'abs', 'src/a.ts']);
});
