import { describe, expect, it } from 'vitest';
import { useClient } from './harness/use-client.ts';

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
      // The project's types hold two DOMs, whose `append` differ.
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
    await heading.waitFor({ timeout: 20_000 });
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
