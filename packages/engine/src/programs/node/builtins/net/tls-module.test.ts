import { expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

it('a TLSSocket over a stream has a socket in between, which http2-wrapper takes the class of', async () => {
  const program = `
    const tls = require('tls');
    const net = require('net');
    const { PassThrough } = require('stream');
    const between = new tls.TLSSocket(new PassThrough())._handle._parentWrap;
    const stream = new PassThrough();
    console.log(between instanceof net.Socket, new between.constructor(stream).stream === stream, new tls.TLSSocket()._handle);`;
  const ran = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', program]);
  expect(ran).toEqual({ exitCode: 0, stdout: 'true true null\n', stderr: '' });
});
