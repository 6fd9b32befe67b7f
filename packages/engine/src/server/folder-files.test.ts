import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderFiles } from './folder-files.ts';

let scratch = '';

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'devonz-files-'));
  await mkdir(join(scratch, 'inside/engine'), { recursive: true });
  await writeFile(join(scratch, 'inside/engine/a.js'), 'the script');
  await writeFile(join(scratch, 'outside.js'), 'not this one');
});
afterAll(() => rm(scratch, { recursive: true }));

const ask = (path: string, init: RequestInit = {}) => folderFiles(join(scratch, 'inside'))(path, new Request('http://x.test/', init));

test('a file is given with its type and length, its head alone when only that is asked for', async () => {
  const answer = await ask('/engine/a.js');
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'content-length': '10' });
  expect(await answer.text()).toBe('the script');
  const head = await ask('/engine/a.js', { method: 'HEAD' });
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['10', '']);
});

test('a file that the browser has is not sent again', async () => {
  const tag = (await ask('/engine/a.js')).headers.get('etag') ?? '';
  expect((await ask('/engine/a.js', { headers: { 'if-none-match': tag } })).status).toBe(304);
  expect((await ask('/engine/a.js', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
});

test.each(['/../outside.js', '/engine/../../outside.js', '/engine', '/engine/b.js', '/engine/a.txt', '/engine/a.js\0.js', '/'])(
  '%j is not there',
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);
