import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

const PROGRAM = `
const fs = require('node:fs'), http = require('node:http'), net = require('node:net'), os = require('node:os'), path = require('node:path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sockets-'));
process.chdir(folder);
const until = (emitter, name) => new Promise((resolve) => emitter.once(name, resolve));
(async () => {
  const server = net.createServer((socket) => socket.end('hello')).listen('a.sock');
  await until(server, 'listening');
  console.log(server.address(), fs.readdirSync('.'));
  const client = net.connect({ path: 'a.sock' });
  console.log(String(await until(client, 'data')));
  await until(client, 'close');
  const second = net.createServer().listen('a.sock');
  console.log((await until(second, 'error')).message);
  await new Promise((resolve) => server.close(resolve));
  console.log(fs.existsSync('a.sock'), (await until(net.connect('a.sock'), 'error')).message);
  const web = http.createServer((request, response) => response.end('page ' + request.url)).listen(path.resolve('web.sock'));
  await until(web, 'listening');
  const response = await new Promise((resolve) => http.get({ socketPath: 'web.sock', path: '/x', agent: false }, resolve));
  console.log(String(await until(response, 'data')));
  web.close();
  fs.rmSync(folder, { recursive: true });
})();
`;

describe('net and http on a socket of the file system', () => {
  it('listen, connect, fail and end as in Node', async () => {
    const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
