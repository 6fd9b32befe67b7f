import type { Frame } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPreview } from './harness/open-preview.ts';
import { useClient } from './harness/use-client.ts';

/** Signs in with a form and a redirect, keeps sessions as express-session does, and reports the user of a WebSocket's handshake. */
const SERVER = `
import { createServer } from 'node:http';
const sessions = new Map();
const sessionOf = ({ headers: { cookie = '' } }) => sessions.get(/(?:^|; )sid=([^;]*)/.exec(cookie)?.[1]);
const page = (title, rest) => '<!doctype html><html data-served><title>' + title + '</title><h1>' + title + '</h1>' + rest;
createServer((q, s) => {
  const html = (text, headers = {}) => s.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text);
  if (q.method === 'POST' && q.url === '/sign-in') {
    let body = '';
    q.on('data', (data) => { body += data; }).on('end', () => {
      const id = 's%3A' + sessions.size + '.x';
      sessions.set(id, new URLSearchParams(body).get('name'));
      s.writeHead(302, { location: '/', 'set-cookie': ['sid=' + id + '; Path=/; HttpOnly; SameSite=Strict', 'theme=dark; Path=/'] }).end();
    });
  } else if (q.method === 'POST' && q.url === '/sign-out')
    s.writeHead(303, { location: '/', 'set-cookie': 'sid=; Path=/; HttpOnly; Expires=Thu, 01 Jan 1970 00:00:00 GMT' }).end();
  else if (q.url === '/cookies') s.end(q.headers.cookie ?? '');
  else if (q.url === '/hop') s.writeHead(302, { location: '/cookies', 'set-cookie': 'hop=1; HttpOnly; Path=/cookies' }).end();
  else if (sessionOf(q)) html(page('Hello ' + sessionOf(q), '<form method=post action=/sign-out><button>Sign out</button></form>'));
  else html(page('Nobody', '<form method=post action=/sign-in><input name=name><button>Sign in</button></form>'));
}).on('upgrade', (q, socket) => socket.end('HTTP/1.1 403 ' + (sessionOf(q) ?? 'nobody') + '\\r\\nContent-Length: 0\\r\\n\\r\\n', () => console.log('upgrade by ' + sessionOf(q)))
).listen(4520);
`;

describe('a previewed program with sessions', () => {
  const client = useClient();
  let frame: Frame;
  beforeAll(async () => {
    frame = await openPreview(client, SERVER, 4520);
  });

  it('signs in by a form and a redirect, with a cookie that its page never reads, replaces or removes', async () => {
    await frame.locator('input').fill('Ada');
    await frame.getByRole('button', { name: 'Sign in' }).click();
    await frame.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    const seen = await frame.evaluate(async () => {
      const readable = document.cookie;
      document.cookie = 'sid=mine; path=/';
      document.cookie = 'sid=; path=/; max-age=0';
      return { readable, sent: (await (await fetch('/cookies')).text()).split('; ').sort() };
    });
    expect(seen).toEqual({ readable: 'theme=dark', sent: ['sid=s%3A0.x', 'theme=dark'] });
  });

  it('is still signed in after a reload, and in the handshake of a WebSocket', async () => {
    await frame.evaluate(() => location.reload()).catch(() => {});
    await frame.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    const told = client.page().waitForEvent('console', (message) => message.text().includes('upgrade by'));
    await frame.evaluate(() => void new WebSocket(`ws://${location.host}/`));
    expect((await told).text().trim()).toBe('upgrade by Ada');
  });

  it('has the cookie of a redirect at the redirect’s end', async () => {
    expect(await frame.evaluate(async () => (await fetch('/hop')).text())).toContain('hop=1');
  });

  it('signs out', async () => {
    await frame.getByRole('button', { name: 'Sign out' }).click();
    await frame.getByRole('heading', { name: 'Nobody' }).waitFor();
    expect(await frame.evaluate(async () => (await fetch('/cookies')).text())).toBe('hop=1; theme=dark');
  });
});
