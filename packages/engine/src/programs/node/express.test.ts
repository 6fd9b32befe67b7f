import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from './testing/bundle-node-program.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Adds a package of this repository's node_modules and its dependencies as files of the project. */
function addPackage(name: string, files: Record<string, Uint8Array | string>, seen: Set<string>): void {
  const folder = `node_modules/${name}`;
  if (seen.has(name) || !existsSync(join(ROOT, folder))) return;
  seen.add(name);
  const add = (path: string): void => {
    for (const entry of readdirSync(join(ROOT, path))) {
      const child = `${path}/${entry}`;
      if (statSync(join(ROOT, child)).isDirectory()) add(child);
      else files[`/home/project/${child}`] = readFileSync(join(ROOT, child));
    }
  };
  add(folder);
  const description = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { dependencies?: Record<string, string> };
  for (const dependency of Object.keys(description.dependencies ?? {})) addPackage(dependency, files, seen);
}

const program = `
const express = require('express'); const http = require('http');
const app = express();
app.use(express.json());
app.get('/', (request, response) => response.send('Hello'));
app.post('/echo/:id', (request, response) => response.status(201).json({ id: request.params.id, query: request.query, body: request.body }));
app.get('/fail', () => { throw Object.assign(new Error('planted'), { status: 418 }); });
app.use(express.static(__dirname + '/public'));
const ask = (path, options = {}, body) => new Promise((resolve) => {
  const request = http.request({ port: 3000, path, ...options }, (response) => { let text = ''; response.on('data', (data) => { text += data; }).on('end', () => resolve([response.statusCode, response.headers['content-type'], text.slice(0, 60)])); });
  request.end(body);
});
const server = app.listen(3000, async () => {
  console.log(await ask('/'));
  console.log(await ask('/echo/7?a=1', { method: 'POST', headers: { 'content-type': 'application/json' } }, '{"x":[1]}'));
  console.log((await ask('/fail'))[0], (await ask('/nowhere'))[0]);
  console.log(await ask('/page.html'));
  server.close();
});
`;

it('runs Express: routes, JSON bodies, errors and static files', async () => {
  const files: Record<string, Uint8Array | string> = {
    '/home/project/main.js': program,
    '/home/project/public/page.html': '<h1>static</h1>',
  };
  addPackage('express', files, new Set());
  const { run } = createTestKernel({ programs: { node: await loadNodeProgram() }, files });
  const { exitCode, stdout } = await run(['node', 'main.js'], { env: { NODE_ENV: 'production' } });
  expect(stdout.split('\n')).toEqual([
    "[ 200, 'text/html; charset=utf-8', 'Hello' ]",
    '[',
    '  201,',
    "  'application/json; charset=utf-8',",
    `  '{"id":"7","query":{"a":"1"},"body":{"x":[1]}}'`,
    ']',
    '418 404',
    "[ 200, 'text/html; charset=utf-8', '<h1>static</h1>' ]",
    '',
  ]);
  expect(exitCode).toBe(0);
});
