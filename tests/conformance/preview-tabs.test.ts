import { expect, it } from 'vitest';
import { describeEngineOnly } from './harness/engine-only.ts';
import { PAGE } from './harness/open-preview.ts';
import { useClient } from './harness/use-client.ts';

const SERVER = `require('node:http').createServer((q, s) => {
  if (q.url === '/sign-in') return s.writeHead(302, { location: '/', 'set-cookie': ['theme=dark; Max-Age=600', 'sid=7; HttpOnly'] }).end();
  s.writeHead(200, { 'content-type': 'text/html' }).end(${JSON.stringify(PAGE)} + '<p>' + (q.headers.cookie ?? 'no cookie'));
}).listen(4540)`;

describeEngineOnly('previews that the IDE’s page serves; a bridge serves its own')('a preview in a tab of its own', () => {
  const client = useClient();

  it('survives its own reload, says so while the IDE is loaded again, and comes back with it, with what it has stored and a cookie that it may not read', async () => {
    const page = client.page();
    const serve = () =>
      client.inPage(async (source) => {
        const container = await WebContainer.boot({ workdirName: 'project?previews=sametab' });
        await container.fs.writeFile('server.cjs', source);
        const ready = new Promise<string>((resolve) => container.on('server-ready', (_port, url) => resolve(url)));
        await container.spawn('node', ['server.cjs']);
        return ready;
      }, SERVER);
    const address = await serve();
    const tab = await page.context().newPage();
    await tab.goto(`${address}/sign-in`);
    await tab.getByText('sid=7; theme=dark').waitFor();
    await tab.evaluate(() => localStorage.setItem('kept', 'yes'));
    await tab.reload();
    await tab.getByText('sid=7; theme=dark').waitFor();

    await page.reload();
    await page.waitForFunction(() => 'WebContainer' in globalThis);
    expect(await serve()).toBe(address);
    // The page that reports a missing server retries by itself; a page that is shown is reloaded.
    await tab.reload();
    await tab.getByText('sid=7; theme=dark').waitFor();
    expect(await tab.evaluate(() => localStorage.getItem('kept'))).toBe('yes');
  });
});
