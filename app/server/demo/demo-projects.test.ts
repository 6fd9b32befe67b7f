import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEMO_PROMPTS } from '../../lib/protocol/start/demo-prompts.ts';
import { BROKEN_LINE } from './scripts/fix-the-bug.server.ts';
import { completed, type FakeCommand, FakeExecutor, serving } from './testing/fake-executor.ts';
import { DemoChat } from './testing/play-demo.ts';

/** Runs the generated projects with the real Node, to verify the scripts' claims. */
let folder: string | undefined;
let server: ChildProcess | undefined;

afterEach(() => {
  server?.kill();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const commands: FakeCommand[] = [
  { matches: /^npm install$/, answer: () => completed(0, '') },
  {
    matches: /server\.js$|^npm start$/,
    answer: (files) => ([...files.values()].some((text) => text.includes(BROKEN_LINE)) ? completed(1, 'TypeError: no') : serving(3000)),
  },
];

async function filesOf(prompt: string): Promise<ReadonlyMap<string, string>> {
  const executor = new FakeExecutor(commands);
  await new DemoChat(executor).send(prompt);
  return executor.files;
}

function writeProject(files: ReadonlyMap<string, string>): string {
  folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  for (const [name, content] of files) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Starts `node server.js` and resolves with its address when it is listening. */
async function serve(files: ReadonlyMap<string, string>): Promise<string> {
  const port = await freePort();
  const child = spawn('node', ['server.js'], { cwd: writeProject(files), env: { ...process.env, PORT: String(port) } });
  server = child;
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(`http://localhost:${port}`)) resolve(`http://127.0.0.1:${port}`);
    });
    child.stderr.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())));
  });
}

describe.each(DEMO_PROMPTS)('what “%s” writes', (prompt) => {
  test('asks for nothing outside itself', async () => {
    for (const [name, content] of await filesOf(prompt)) {
      const addresses = content.match(/(?:https?:)?\/\/[\w.-]+\.\w{2,}/g) ?? [];
      expect(
        addresses.filter((address) => address !== 'http://www.w3.org'),
        name,
      ).toEqual([]);
    }
  });

  test('is JavaScript that parses', async () => {
    const project = writeProject(await filesOf(prompt));
    for (const name of (await filesOf(prompt)).keys()) {
      if (name.endsWith('.js')) execFileSync('node', ['--check', path.join(project, name)]);
    }
  });

  test('has pages with a language, a title, a viewport and an icon, whose files and labels exist', async () => {
    const files = await filesOf(prompt);
    for (const [name, html] of files) {
      if (!name.endsWith('.html')) continue;
      expect(html).toMatch(/<html lang="en">/);
      expect(html).toMatch(/<title>.+<\/title>/);
      expect(html).toContain('name="viewport"');
      expect(html).toContain('rel="icon"');
      const linked = [...html.matchAll(/<(?:link rel="stylesheet" href|script src)="([^"]+)"/g)].map((match) => match[1] ?? '');
      for (const file of linked) expect([...files.keys()]).toContain(path.join(path.dirname(name), file));
      for (const match of html.matchAll(/<label[^>]* for="([^"]+)"/g)) expect(html).toContain(`id="${match[1]}"`);
      const script = linked.map((file) => files.get(path.join(path.dirname(name), file)) ?? '').join('\n');
      for (const match of script.matchAll(/getElementById\('([^']+)'\)/g)) expect(html, match[0]).toContain(`id="${match[1]}"`);
    }
  });
});

describe('the servers serve', () => {
  test.each([
    ['Make a landing page', 'The coast, at your pace.', ['style.css', 'app.js']],
    ['Make a snake game', '<canvas', ['style.css', 'game.js']],
  ])('%s', async (prompt, words, others) => {
    const address = await serve(await filesOf(prompt));
    const page = await fetch(address);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain(words);
    for (const name of others) expect((await fetch(`${address}/${name}`)).status, name).toBe(200);
    expect((await fetch(`${address}/missing.png`)).status).toBe(404);
    expect((await fetch(`${address}/..%2fserver.js`)).status).toBe(404);
  });

  test('the price list, fixed', async () => {
    const address = await serve(await filesOf('Fix the bug'));
    const html = await (await fetch(address)).text();
    expect(html).toContain('Ink, blue-black');
    expect(html).toContain('€ 12.90');
  });

  test('the price list crashes before it is fixed, as the script says', async () => {
    const files = new Map(await filesOf('Fix the bug'));
    for (const [name, text] of files) files.set(name, text.replace(/\(product\.cents \/ 100\)/, 'product.price'));
    await expect(serve(files)).rejects.toThrow(/TypeError[\s\S]*formatPrice/);
  });
});

const bodySchema = z.object({ id: z.number(), title: z.string(), done: z.boolean(), error: z.string() }).partial();

describe('the todo list’s server', () => {
  test('lists, adds, changes and deletes, and refuses what is no todo', async () => {
    const address = await serve(await filesOf('Build a todo list'));
    const call = async (method: string, where: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${address}${where}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: bodySchema.parse(response.status === 204 ? {} : await response.json()) };
    };
    const todos = async () => z.array(bodySchema).parse(await (await fetch(`${address}/api/todos`)).json());
    expect((await (await fetch(address)).text()).includes('New todo')).toBe(true);
    const before = (await todos()).length;
    const added = await call('POST', '/api/todos', { title: '  Buy bread ' });
    expect(added).toMatchObject({ status: 201, body: { title: 'Buy bread', done: false } });
    expect(await call('POST', '/api/todos', { title: ' ' })).toMatchObject({ status: 400 });
    expect(await call('PATCH', `/api/todos/${added.body.id}`, { done: true })).toMatchObject({ status: 200, body: { done: true } });
    expect(await call('PATCH', `/api/todos/${added.body.id}`, { done: 'yes' })).toMatchObject({ status: 400 });
    expect(await call('PATCH', '/api/todos/9999', { done: true })).toMatchObject({ status: 404 });
    expect(await todos()).toHaveLength(before + 1);
    expect(await call('DELETE', `/api/todos/${added.body.id}`)).toMatchObject({ status: 204 });
    expect(await todos()).toHaveLength(before);
  });
});
