import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

const PROGRAM = `
const http = require('http');
const net = require('net');
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
const server = http.createServer((request, response) => {
  response.writeHead(200, undefined, ['foo', 'bar']);
  response.end('hi');
  if (request.url === '/throw') throw new Error('of the server');
});
server.listen(0, async () => {
  const { port } = server.address();
  const get = (path, listener = () => {}) =>
    new Promise((resolve) => http.get({ port, path }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve([response.statusCode, text, response.headers.foo]));
      listener();
    }));
  console.log(await get('/throw'));
  console.log(await get('/', () => { throw new Error('of the client'); }));
  const raw = (text) => new Promise((resolve) => {
    const socket = net.connect(port, () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => (answer += data));
    socket.on('end', () => { socket.end(); resolve(answer.split('\\r\\n')[0]); });
  });
  console.log(await raw('hello world'), await raw('GET / HTTP/1.1\\r\\n\\r\\n'));
  server.on('clientError', (error, socket) => { console.log(error.code, error.message.slice(0, 12)); socket.end('HTTP/1.1 418 x\\r\\n\\r\\n'); });
  console.log(await raw('get / HTTP/1.1\\r\\n\\r\\n'));
  server.close(() => console.log('closed'));
});
`;

describe('what the listeners of http throw', () => {
  it('is the process’s to catch; what is not HTTP is refused by the server, or told to clientError', async () => {
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran).toEqual({
      exitCode: 0,
      stdout: `uncaught of the server
[ 200, 'hi', 'bar' ]
uncaught of the client
[ 200, 'hi', 'bar' ]
HTTP/1.1 400 Bad Request HTTP/1.1 400 Bad Request
HPE_INVALID_METHOD Parse Error:
HTTP/1.1 418 x
closed
`,
      stderr: '',
    });
  });
});
