import type { Frame } from '@playwright/test';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { itEngineOnly } from './harness/engine-only.ts';
import { openPreview, PAGE, showPreview, startServer, untilServed } from './harness/open-preview.ts';
import { useClient } from './harness/use-client.ts';

/** Generated from line 4 of `src/App.tsx`, as by a development server. */
const SOURCE_MAP = JSON.stringify({ version: 3, sources: ['App.tsx'], names: [], mappings: ';;AAGE' });
const MAP_ADDRESS = `data:application/json;base64,${Buffer.from(SOURCE_MAP).toString('base64')}`;
const COMPILED = ['', '', 'console.error("one", { two: 2 });', `//# sourceMappingURL=${MAP_ADDRESS}`].join('\n');

/** Only the engine reads source maps. */
const IN_THE_SOURCE = /^Error\n {4}at http:\/\/[^/]+\/src\/App\.tsx:4:\d+$/;
const AS_SERVED = /^Error\n {4}at http:\/\/[^/]+\/src\/App\.tsx\?t=1:3:\d+$/;

const server = (port: number): string => `
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  if (request.url === '/stop') { response.end('stopping', () => process.exit(0)); return; }
  if (request.url === '/src/App.tsx?t=1') {
    response.setHeader('content-type', 'text/javascript').end(${JSON.stringify(COMPILED)});
    return;
  }
  const script = request.url.startsWith('/throws')
    ? '<script src="/src/App.tsx?t=1"></script><script>Promise.reject(new Error("rejected")); setTimeout(() => { throw new Error("thrown"); });</script>' : '';
  response.setHeader('content-type', 'text/html');
  response.end(${JSON.stringify(PAGE)} + '<p id="port">${port}</p><a href="http://localhost:4521/linked">there</a>' + script);
}).listen(${port});
`;

const itsOwn = itEngineOnly('it has a page of its own for a program that has not answered; a browser waits');

describe('a preview', () => {
  const client = useClient();
  let frame: Frame;
  beforeAll(async () => {
    frame = await openPreview(client, server(4520), 4520, '/start?q=1');
    await startServer(client, server(4521), 4521);
  });

  it('shows several ports at once, each with cookies and storage of its own', async () => {
    const other = await showPreview(client, 4521);
    const write = (name: string) => {
      // biome-ignore lint/suspicious/noDocumentCookie: what pages do.
      document.cookie = `name=${name}`;
      localStorage.setItem('name', name);
    };
    const read = () => [document.getElementById('port')?.textContent, document.cookie, localStorage.getItem('name')];
    await frame.evaluate(write, 'first');
    await other.evaluate(write, 'second');
    expect([await frame.evaluate(read), await other.evaluate(read)]).toEqual([
      ['4520', 'name=first', 'first'],
      ['4521', 'name=second', 'second'],
    ]);
  });

  it('keeps its path when it is reloaded, by itself and by the client, and then has the script the client has set', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.setPreviewScript("document.documentElement.dataset.mine = 'caf\u00e9 </script>'");
      const preview = document.querySelector('iframe[name]');
      if (!(preview instanceof HTMLIFrameElement)) throw new Error('There is no preview.');
      await reloadPreview(preview);
    });
    expect(seen).toBeUndefined();
    await expect.poll(() => frame.evaluate(() => document.documentElement.dataset.mine).catch(() => null)).toBe('café </script>');
    expect(new URL(frame.url()).pathname + new URL(frame.url()).search).toBe('/start?q=1');
    await frame.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await frame.evaluate(() => location.reload()).catch(() => {});
    await expect.poll(() => frame.evaluate(() => 'isOld' in globalThis).catch(() => true)).toBe(false);
    expect(new URL(frame.url()).search).toBe('?q=1');
  });

  it('tells of errors nobody caught, of unhandled rejections and of console.error, and where they happened', async () => {
    await client.inPage(async () => {
      const messages: unknown[] = [];
      Object.assign(globalThis, { messages });
      (await booted()).on('preview-message', (message) => void messages.push(message));
    });
    await showPreview(client, 4520, '/throws?x=1#there');
    const seen = await client.inPage(async () => {
      const messages = Reflect.get(globalThis, 'messages') as { type: string }[]; // set above
      return until(() => messages.length === 3 && messages.sort((a, b) => (a.type < b.type ? -1 : 1)));
    });
    const place = { port: 4520, pathname: '/throws', search: '?x=1', hash: '#there', previewId: expect.any(String) };
    expect(seen).toEqual([
      {
        ...place,
        type: 'PREVIEW_CONSOLE_ERROR',
        args: ['one', { two: 2 }],
        stack: expect.stringMatching(/^(?:bridge|ssh)$/.test(inject('hostName')) ? AS_SERVED : IN_THE_SOURCE),
      },
      { ...place, type: 'PREVIEW_UNCAUGHT_EXCEPTION', message: 'Uncaught Error: thrown', stack: expect.stringContaining('thrown') },
      { ...place, type: 'PREVIEW_UNHANDLED_REJECTION', message: 'rejected', stack: expect.stringContaining('rejected') },
    ]);
  });

  it('follows a link to another port of localhost to that port’s preview', async () => {
    const linked = await showPreview(client, 4520, '/links');
    await linked.getByRole('link', { name: 'there' }).click();
    await expect.poll(() => linked.locator('#port').textContent()).toBe('4521');
    expect(new URL(linked.url()).pathname).toBe('/linked');
  });

  it('opens in a tab of its own while the tab with the container lives', async () => {
    const tab = await client.page().context().newPage();
    await tab.goto(frame.url());
    await untilServed(tab);
    expect(await tab.locator('#port').textContent()).toBe('4520');
    await tab.close();
  });

  it('comes back after its service worker was stopped, and after it was unregistered', async () => {
    const session = await client.page().context().newCDPSession(client.page());
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.detach();
    expect(await frame.evaluate(async () => (await fetch('/again')).status)).toBe(200);
    await frame.evaluate(async () => {
      // The browser's own, because the page's name refers to its program's.
      const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'serviceWorker')?.get?.call(navigator);
      const registrations: readonly ServiceWorkerRegistration[] = await own.getRegistrations();
      await Promise.all(registrations.map((registration) => registration.unregister()));
      location.reload();
    });
    await frame.locator('#port').waitFor();
    await expect.poll(() => frame.evaluate(async () => (await fetch('/again')).status).catch(() => 0)).toBe(200);
  });

  it('explains itself when its program has ended, and comes back with it', async () => {
    await frame.evaluate(() => fetch('/stop').catch(() => {}));
    await frame.evaluate(() => location.reload()).catch(() => {});
    await frame.getByRole('heading', { name: 'Nothing listens on port 4520' }).waitFor();
    await startServer(client, server(4520), 4520);
    await frame.locator('#port').waitFor();
    expect(new URL(frame.url()).search).toBe('?q=1');
  });

  itsOwn('says that the program has not answered yet, and shows its first page by itself however late it comes', async () => {
    const late = `
import { createServer } from 'node:http';
const waiting = [];
createServer((request, response) => {
  if (request.url === '/answer') for (const answer of waiting) answer();
  if (request.url === '/answer') return response.end('answered ' + waiting.length);
  waiting.push(() => response.setHeader('content-type', 'text/html').end(${JSON.stringify(PAGE)}));
}).listen(4522);
`;
    // A frame with a pending navigation does not respond to a debugger, so the page itself records its content, and the program's response
    // is delayed until then.
    await client.page().addInitScript(() => {
      if (!location.host.startsWith('p4522')) return;
      new MutationObserver(() => {
        const [title, text] = ['title', 'text'].map((id) => document.getElementById(id)?.textContent);
        if (text?.includes('is asked for the page')) localStorage.setItem('first', text);
        if (!title?.includes('takes long') || localStorage.getItem('then')) return;
        localStorage.setItem('then', title);
        void fetch('/answer');
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await startServer(client, late, 4522);
    const shown = await showPreview(client, 4522);
    expect(await shown.evaluate(() => [localStorage.getItem('first'), localStorage.getItem('then')])).toEqual([
      'The project’s server is asked for the page.',
      'The project’s server takes long to answer',
    ]);
  });
});
