import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** Wraps `write` and `end` like compression middleware, and checks whether the head exists. */
const PROGRAM = `
const http = require('node:http');
const answers = {
  '/wrapped': (response) => {
    const { write, end } = response;
    response.write = function (chunk) { if (!this._header) this._implicitHeader(); setImmediate(() => write.call(this, chunk)); return true; };
    response.end = function () { if (!this._header) this._implicitHeader(); setImmediate(() => end.call(this)); return this; };
    response.write('wrapped');
    response.end();
  },
  '/told': (response) => { response.writeHead(200, { 'x-a': '1' }); console.log(typeof response._header, response.headersSent); response.end('told'); },
  '/length': (response) => { response.writeHead(200, { 'content-length': 6 }); response.end('length'); },
  '/whole': (response) => { console.log(response._header, response.headersSent); response.end('whole'); },
  '/parts': (response) => { response.write('par'); response.end('ts'); },
  '/none': (response) => { response.writeHead(204); response.end(); },
};
const server = http.createServer((request, response) => answers[request.url](response)).listen(0, async () => {
  for (const path of Object.keys(answers)) {
    const response = await new Promise((resolve) => http.get({ port: server.address().port, path, agent: false }, resolve));
    let body = '';
    for await (const chunk of response) body += chunk;
    console.log(path, response.statusCode, response.headers['content-length'], response.headers['transfer-encoding'], body);
  }
  server.close();
});
`;

describe('the head of a response', () => {
  it('is settled by writeHead, and tells the length of a body given whole with end alone', async () => {
    const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
