import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutStack } from '../../../../../abi/error-codes.ts';
import type { Program } from '../../../../../abi/program.ts';
import { createTestKernel } from '../../../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../../coreutils-program.ts';
import { jshProgram } from '../../../jsh-program.ts';

/** Responds to one request with the request's own text. */
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

/** Responds to each request with these parts or the error, and records the requests. */
function embedder(answer: (url: string) => { head: object; body: string } | { code: string; message: string }) {
  const asked: string[] = [];
  const requestOutside: Embedder = ({ url, method, headers, body }, receiver) => {
    const sent = headers
      .map(([name, value]) => `${name}: ${value}`)
      .filter((line) => /^(?:Authorization|User-Agent|Cookie|X-|Content-Type)/.test(line));
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

  it.each([
    ['--retry 1 --retry-delay 0', 1],
    ['--retry 1 --retry-delay 0 --retry-connrefused', 2],
  ])('%s: nobody answers, which is said %i times', async (options, times) => {
    const { stderr, exitCode } = await run(`curl -sS ${options} localhost:9999`);
    expect(exitCode).toBe(7);
    expect(stderr.match(/Failed to connect to localhost port 9999 after \d+ ms: Couldn't connect to server/g)).toHaveLength(times);
  });

  it('reports what has failed, too', async () => {
    const { stdout, exitCode } = await run(`curl -s -o /dev/null -w '%{http_code} %{exitcode}' localhost:9999`);
    expect([stdout, exitCode]).toEqual(['000 7', 7]);
  });

  it.each([
    ['curl -s "http://a b/"', 3],
    ['curl -s ftp://files.weather.net/x', 1],
    ['curl --proxy localhost:1 localhost', 2],
    ['curl', 2],
  ])('%s ends with %i', async (command, code) => {
    expect(await run(command)).toMatchObject({ exitCode: code, stdout: '' });
  });

  it('says which it is', async () => {
    expect(await run('curl --version')).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^curl \d+\.\d+\.\d+ /) });
  });
});

describe('curl, to other machines', () => {
  const native = globalThis.fetch;
  beforeEach(() => {
    // Acts like a browser that may not read responses of other sites.
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
      'GET https://api.weather.net/ | Authorization: Basic bWU6d29yZA== | User-Agent: curl/8.0.0 | ',
      'GET https://files.weather.net/x | User-Agent: curl/8.0.0 | ',
    ]);
    expect((await run('curl -s -o /dev/null -w "%{http_code}" -d a=1 https://api.weather.net/', requestOutside)).stdout).toBe('302');
    expect(asked.at(-1)).toBe(
      'POST https://api.weather.net/ | User-Agent: curl/8.0.0 | Content-Type: application/x-www-form-urlencoded | a=1',
    );
  });

  /** Signs in with a cookie and redirects to a page that requires it. */
  const site = () =>
    embedder((url) => {
      const { pathname } = new URL(url);
      const answer = (status: number, headers: [string, string][], body: string) => ({ head: { status, reason: 'Said', headers }, body });
      if (pathname === '/login')
        return answer(
          302,
          [
            ['Set-Cookie', 'sid=a\\b; Path=/; HttpOnly'],
            ['Location', '/me'],
          ],
          'moved',
        );
      if (pathname === '/away') return answer(302, [['Location', 'https://other.net/']], '');
      if (pathname === '/busy') return answer(503, [], 'busy');
      return pathname === '/none' ? answer(404, [], 'none') : answer(200, [['X-A', 'one']], 'me');
    });

  it('keeps cookies over a redirect and from one command to the next, in a file as curl writes it', async () => {
    const { asked, requestOutside } = site();
    const script = 'curl -sL -c jar https://a.net/login; curl -s -b jar https://a.net/x; curl -s -b jar https://b.net/; tail -1 jar';
    const { stdout } = await run(script, requestOutside);
    expect(stdout).toBe('mememe#HttpOnly_a.net\tFALSE\t/\tFALSE\t0\tsid\ta\\b\n');
    expect(asked.map((line) => line.replace(' | User-Agent: curl/8.0.0', ''))).toEqual([
      'GET https://a.net/login | ',
      'GET https://a.net/me | Cookie: sid=a\\b | ',
      'GET https://a.net/x | Cookie: sid=a\\b | ',
      'GET https://b.net/ | ',
    ]);
  });

  it('tells another host no cookie, but with --location-trusted', async () => {
    const { asked, requestOutside } = site();
    await run('curl -sL -b a=1 https://a.net/away; curl -s --location-trusted -b a=1 https://a.net/away', requestOutside);
    expect(asked.map((line) => [line.split(' ')[1], line.includes('Cookie: a=1')])).toEqual([
      ['https://a.net/away', true],
      ['https://other.net/', false],
      ['https://a.net/away', true],
      ['https://other.net/', true],
    ]);
  });

  it('makes a GET of a POST that is led elsewhere, unless the method was chosen', async () => {
    const { asked, requestOutside } = site();
    await run('curl -sL -d x https://a.net/login; curl -sL -X POST -d x https://a.net/login', requestOutside);
    expect(asked.map((line) => `${line.split(' ')[0]} ${line.split(' | ').at(-1)}`)).toEqual(['POST x', 'GET ', 'POST x', 'POST ']);
  });

  it('writes answers and heads where they are wanted, and says where it cannot', async () => {
    const { requestOutside } = site();
    const script = `curl -s --create-dirs -o d/e/f -D heads https://a.net/; cat d/e/f heads; curl -sS -o no/f https://a.net/; echo $?
      curl -sS --fail-with-body https://a.net/none; echo " $?"; curl -s -f https://a.net/none; echo " $?"
      curl -s -o /dev/null -w '%{http_code} %header{x-a} %{size_download} %{nothing}\\n' https://a.net/`;
    expect(await run(script, requestOutside)).toMatchObject({
      stdout: 'meHTTP/1.1 200 Said\r\nX-A: one\r\n\r\n23\nnone 22\n 22\n200 one 2 \n',
      stderr: [
        'curl: (23) Failure writing output to destination',
        'curl: (22) The requested URL returned error: 404',
        "curl: unknown --write-out variable: 'nothing'",
        '',
      ].join('\n'),
    });
  });

  it('tries a server that is busy again, as often as it is asked to', async () => {
    const { asked, requestOutside } = site();
    const { stderr } = await run('curl --retry 2 --retry-delay 0 https://a.net/busy', requestOutside);
    expect(asked).toHaveLength(3);
    expect(stderr).toBe(
      'Warning: Problem: HTTP error. Will retry in 0 seconds. 2 retries left.\nWarning: Problem: HTTP error. Will retry in 0 seconds. 1 retry left.\n',
    );
  });

  it('shows with -v what it sends and gets', async () => {
    const { requestOutside } = site();
    const { stderr, stdout } = await run(`curl -sv -H 'X-B: two' https://a.net/`, requestOutside);
    expect(stdout).toBe('me');
    expect(stderr).toBe(
      '* Connecting to a.net port 443\n> GET / HTTP/1.1\n> Host: a.net\n> User-Agent: curl/8.0.0\n> Accept: */*\n> X-B: two\n> \n< HTTP/1.1 200 Said\n< X-A: one\n< \n',
    );
  });

  it('encodes what --data-urlencode names, and adds -G to the address', async () => {
    const { asked, requestOutside } = site();
    await run(`curl -s -G -d q=1 --data-urlencode "w=a b&c'" --data-urlencode n@f.txt 'https://a.net/?z=0'`, requestOutside);
    expect(asked[0]).toMatch(/^GET https:\/\/a\.net\/\?z=0&q=1&w=a\+b%26c%27&n=file\+text /);
  });

  it('says who refused, and why', async () => {
    const { requestOutside } = embedder(() => ({ code: 'EACCES', message: 'its user has denied it' }));
    const refused = await run('curl -sS https://api.weather.net/', requestOutside);
    expect(refused).toMatchObject({
      exitCode: 7,
      stderr: expect.stringMatching(/^curl: \(7\) Failed to connect to api\.weather\.net port 443 after \d+ ms: its user has denied it\n$/),
    });
    expect((await run('curl -sS https://api.weather.net/')).stderr).toMatch(
      /api\.weather\.net does not answer, or it lets no page .*\(CORS\)/,
    );
  });
});
