import { describe, expect, it } from 'vitest';
import { describeEngineOnly } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

const describeItsOwn = describeEngineOnly('a browser has no sockets, so its client carries requests; a machine has a network');

const SERVER = `
  const http = require('node:http');
  const server = http.createServer((request, response) => {
    if (request.url === '/stop') { response.end('stopping'); server.close(); return; }
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>served</title><h1>It works</h1>');
  });
  server.listen(3111, () => console.log('listening'));
`;

describe('events', () => {
  const client = useClient();

  it('tell of a server that listens, with an address that shows it, and of its end', async () => {
    const seen = await client.inPage(async (source) => {
      const container = await booted();
      await container.fs.writeFile('server.cjs', source);
      const events: string[] = [];
      const ready = new Promise<{ port: number; url: string }>((resolve) => {
        container.on('server-ready', (port, url) => resolve({ port, url }));
      });
      container.on('port', (port, type) => void events.push(`${type} ${port}`));
      const child = await container.spawn('node', ['server.cjs']);
      const { port, url } = await ready;
      // The project's types include two DOMs, whose `append` differ.
      const frame = document.createElement('iframe');
      frame.allow = 'cross-origin-isolated';
      frame.src = url;
      document.body.appendChild(frame);
      return { port, url, events, pid: typeof child.kill };
    }, SERVER);
    expect(seen.port).toBe(3111);
    expect(new URL(seen.url).protocol).toMatch(/^https?:$/);
    expect(seen.events).toEqual(['open 3111']);

    const heading = client.page().frameLocator('iframe:visible').getByRole('heading', { name: 'It works' });
    await heading.waitFor();
    expect(await heading.count()).toBe(1);

    const closed = await client.inPage(async () => {
      const container = await booted();
      const end = new Promise<string>((resolve) => container.on('port', (port, type) => resolve(`${type} ${port}`)));
      await runToEnd('node', ['-e', "require('node:http').get('http://localhost:3111/stop').on('response', (r) => r.resume())"]);
      return end;
    });
    expect(closed).toBe('close 3111');
  });

  it('stop when they are unsubscribed from', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      const unwanted: number[] = [];
      const unsubscribe = container.on('port', (port) => void unwanted.push(port));
      unsubscribe();
      const heard = new Promise<number>((resolve) => container.on('port', (port) => resolve(port)));
      const child = await container.spawn('node', ['-e', "require('node:net').createServer().listen(3112)"]);
      const port = await heard;
      child.kill();
      return { port, unwanted };
    });
    expect(seen).toEqual({ port: 3112, unwanted: [] });
  });
});

describeItsOwn('requests to other machines', () => {
  const client = useClient();

  it('fail in words while the client does not listen for them, and go by it when it does', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.fs.writeFile(
        'ask.mjs',
        `for (const address of process.argv.slice(2)) {
          const answer = await fetch(address, { method: 'PUT', headers: { 'x-own': '1' }, body: 'given' }).catch(({ cause }) => cause);
          console.log(answer.message ?? [answer.status, answer.headers.get('x-theirs'), await answer.text()].join(' '));
        }`,
      );
      const ask = async (...addresses: string[]) => {
        const child = await container.spawn('node', ['ask.mjs', ...addresses]);
        let text = '';
        await child.output.pipeTo(
          new WritableStream({
            write(part) {
              text += part;
            },
          }),
        );
        return text;
      };
      const alone = await ask('https://api.weather.invalid/');
      const requests: unknown[] = [];
      let closed = 0;
      const listener = (request: { url: string; method: string; headers: [string, string][]; body: Uint8Array }, port: MessagePort) => {
        const { url, method, headers, body } = request;
        requests.push([url, method, headers.find(([name]) => name === 'x-own')?.[1], new TextDecoder().decode(body)]);
        const head = { status: 201, reason: 'Made', headers: [['x-theirs', '2']] };
        const parts: object[] = url.includes('denied')
          ? [{ type: 'failed', code: 'EACCES', message: 'its user has denied it' }]
          : [
              { type: 'head', head },
              ...['one ', 'two'].map((text) => ({ type: 'data', data: new TextEncoder().encode(text) })),
              { type: 'end' },
            ];
        port.onmessage = ({ data }) => {
          if (data.type === 'pull') port.postMessage(parts.shift());
          else closed += 1;
        };
      };
      // The engine's own event, which the client forwards although its types lack it.
      const stop = container.on('outside-request' as 'error', listener as unknown as () => void);
      const carried = await ask('https://api.weather.invalid/a', 'https://denied.weather.invalid/');
      await until(() => closed === 2);
      stop();
      return { alone, requests, carried };
    });
    expect(seen.alone).toMatch(
      /ECONNREFUSED api\.weather\.invalid:443 .*api\.weather\.invalid does not answer, or .*\(CORS\).*Nobody here passes requests on/,
    );
    expect(seen.requests).toEqual([
      ['https://api.weather.invalid/a', 'PUT', '1', 'given'],
      ['https://denied.weather.invalid/', 'PUT', '1', 'given'],
    ]);
    expect(seen.carried.replaceAll('\r', '')).toMatch(
      /^201 2 one two\nconnect EACCES denied\.weather\.invalid:443 \(denied\.weather\.invalid: its user has denied it\)\n$/,
    );
  });
});
