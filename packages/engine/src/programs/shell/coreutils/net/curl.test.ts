import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutStack } from '../../../../abi/error-codes.ts';
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

function run(script: string, requestOutside: Embedder = () => null) {
  const programs = { jsh: jshProgram, coreutils: coreutilsProgram, node: mirror };
  return createTestKernel({ programs, files: { '/home/project/f.txt': 'file text' }, requestOutside }).run(['bash', '-c', script]);
}
type Embedder = NonNullable<Parameters<typeof createTestKernel>[0]>['requestOutside'] & object;

/** Answers each request with these parts, or with the refusal; the requests it has got. */
function embedder(answer: (url: string) => { head: object; body: string } | { code: string; message: string }) {
  const asked: string[] = [];
  const requestOutside: Embedder = ({ url, method, headers, body }, receiver) => {
    const sent = headers.map(([name, value]) => `${name}: ${value}`).filter((line) => /^(?:Authorization|User-Agent)/.test(line));
    asked.push([`${method} ${url}`, ...sent, new TextDecoder().decode(body)].join(' | '));
    const given = answer(url);
    const parts = 'head' in given ? [JSON.stringify(given.head), given.body] : [];
    const pull = () => {
      const part = parts.shift();
      if ('code' in given) receiver.fail(withoutStack(given.code, given.message));
      else if (part === undefined) receiver.end();
      else receiver.receive(new TextEncoder().encode(part));
    };
    return { pull: () => queueMicrotask(pull), close: () => undefined };
  };
  return { asked, requestOutside };
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

describe('curl, to other machines', () => {
  const native = globalThis.fetch;
  beforeEach(() => {
    // As a browser that may not read what other sites answer.
    globalThis.fetch = async () => {
      throw new TypeError('Failed to fetch');
    };
  });
  afterEach(() => {
    globalThis.fetch = native;
  });

  it('goes by whoever embeds the engine, follows when asked to, and tells the next host no password', async () => {
    const { asked, requestOutside } = embedder((url) =>
      url.startsWith('https://api.')
        ? { head: { status: 302, reason: 'Found', headers: [['location', 'https://files.weather.net/x']] }, body: '' }
        : { head: { status: 200, reason: 'OK', headers: [] }, body: 'sun' },
    );
    expect(await run('curl -sL -u me:word https://api.weather.net/', requestOutside)).toMatchObject({ exitCode: 0, stdout: 'sun' });
    expect(asked).toEqual([
      'GET https://api.weather.net/ | User-Agent: curl/8.0.0 | Authorization: Basic bWU6d29yZA== | ',
      'GET https://files.weather.net/x | User-Agent: curl/8.0.0 | ',
    ]);
    expect((await run('curl -s -o /dev/null -w "%{http_code}" -d a=1 https://api.weather.net/', requestOutside)).stdout).toBe('302');
    expect(asked.at(-1)).toBe('POST https://api.weather.net/ | User-Agent: curl/8.0.0 | a=1');
  });

  it('says who refused, and why', async () => {
    const { requestOutside } = embedder(() => ({ code: 'EACCES', message: 'its user has denied it' }));
    const refused = await run('curl -sS https://api.weather.net/', requestOutside);
    expect(refused).toMatchObject({
      exitCode: 7,
      stderr: 'curl: (7) Failed to connect to api.weather.net port 443: its user has denied it\n',
    });
    expect((await run('curl -sS https://api.weather.net/')).stderr).toMatch(
      /api\.weather\.net does not answer, or it lets no page .*\(CORS\)/,
    );
  });
});
