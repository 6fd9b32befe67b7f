import { describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../coreutils-program.ts';
import { jshProgram } from '../../jsh-program.ts';

/** Answers one request with the request's own text. */
const mirror: Program = async ({ system }) => {
  const { listener } = await system.async('listen', 8080, '0.0.0.0');
  await system.async('write', 1, new TextEncoder().encode('listening\n'), null);
  const { socket } = await system.async('accept', listener);
  let text = '';
  while (!text.endsWith('--\r\n')) text += new TextDecoder().decode(await system.async('read', socket, 65_536, null));
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n`;
  await system.async('write', socket, new TextEncoder().encode(head + text), null);
  return 0;
};

function run(script: string) {
  const programs = { jsh: jshProgram, coreutils: coreutilsProgram, node: mirror };
  return createTestKernel({ programs, files: { '/home/project/f.txt': 'file text' } }).run(['bash', '-c', script]);
}

describe('curl', () => {
  it('sends a form with fields and files', async () => {
    const { stdout, exitCode } = await run('node | { read line; curl -s -F a=1 -F "f=@f.txt;type=text/plain" localhost:8080/up; }');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('POST /up HTTP/1.1');
    expect(stdout).toContain('Content-Disposition: form-data; name="a"\r\n\r\n1\r\n');
    expect(stdout).toContain('name="f"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\nfile text\r\n');
  });

  it('tries again when nobody answers, and says so each time', async () => {
    const { stderr, exitCode } = await run('curl -sS --retry 1 --retry-delay 0 localhost:9999');
    expect(exitCode).toBe(7);
    expect(stderr.match(/Failed to connect to localhost port 9999/g)).toHaveLength(2);
  });
});
