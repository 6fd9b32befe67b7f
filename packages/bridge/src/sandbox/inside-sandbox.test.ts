import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLoopbackListeners, portOf } from '../server/loopback-listeners.ts';
import { INSIDE_VARIABLE, type InsideMessage } from './inside-sandbox.ts';

/** The program inside: it answers at the sockets that it was handed. */
const INSIDE = `
  import { createServer } from 'node:http';
  import { receiveInside } from './inside-sandbox.ts';
  import { answerAt } from '../server/loopback-listeners.ts';
  const { listeners, port } = await receiveInside(process.env);
  const server = createServer((request, response) => response.end('from inside, port ' + port));
  await answerAt(listeners, server);
  process.send('ready');`;

let folder: string;
let child: ChildProcess | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inside-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

function ask(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get({ host, port, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve(text));
    });
    asked.once('error', reject);
  });
}

it('is handed every address of the port, and answers at each while nobody outside does', async () => {
  const script = join(folder, 'inside.mjs');
  await build({
    stdin: { contents: INSIDE, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const listeners = await openLoopbackListeners(0);
  const addresses = listeners
    .map((listener) => listener.address())
    .map((place) => (typeof place === 'object' ? (place?.address ?? '') : ''));
  const port = portOf(listeners[0]);
  const started = fork(script, [], { env: { ...process.env, [INSIDE_VARIABLE]: '1' } });
  child = started;
  const ready = new Promise((resolve, reject) => {
    started.once('message', resolve);
    started.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
  });
  const message: InsideMessage = { port, wayOut: '/nowhere', listeners: listeners.length };
  for (const listener of listeners) started.send(message, listener, {}, () => listener.close());
  await ready;
  for (const address of addresses) expect(await ask(address, port), address).toBe(`from inside, port ${port}`);
});
