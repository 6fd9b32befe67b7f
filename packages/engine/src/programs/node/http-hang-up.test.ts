import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** Builds a server-sent events program whose client leaves by `leave`. Prints the events of request and response in order. */
const program = (leave: string, request: string): string => `
const http = require('node:http'), net = require('node:net');
const server = http.createServer((request, response) => {
  const log = (name) => console.log(name, request.aborted, request.complete, response.writableFinished, response.writableEnded);
  request.on('close', () => log('request close'));
  request.on('aborted', () => log('aborted'));
  response.on('close', () => { log('response close'); server.close(); });
  response.on('finish', () => log('finish'));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: 1\\n\\n');
});
server.listen(0, () => {
  const client = net.connect(server.address().port, 'localhost', () => client.write(${JSON.stringify(request)}));
  client.once('data', () => client.${leave}());
});
`;

const GET = 'GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n';
const UNFINISHED_POST = 'POST /events HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nabc';

describe('nodeProgram: a client that leaves while its answer is being written', () => {
  it.each([
    ['destroy', GET],
    ['end', GET],
    ['destroy', UNFINISHED_POST],
  ])('tells request and response what Node tells them (%s)', async (leave, request) => {
    const source = program(leave, request);
    const native = execFileSync(process.execPath, ['-e', source], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', source]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
