import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openClientPage } from './harness/client-host.ts';
import { describeEngineOnly } from './harness/engine-only.ts';

/** Only our engine has a list of origins; `listed.ide.localhost` is on the harness's list (engine-server.ts). */
describeEngineOnly('its list of origins; the bridge’s is tested beside its server')('a page of another origin', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  });
  afterAll(() => browser.close());
  const open = (host: string): Promise<Page> => openClientPage(browser, inject('clientPage').replace('ide.localhost', host));

  it('boots the engine, runs programs and shows previews when the deployer lists it', async () => {
    const page = await open('listed.ide.localhost');
    const seen = await page.evaluate(async () => {
      const { exitCode, output } = await runToEnd('jsh', ['-c', 'echo from another site']);
      const container = await booted();
      const ready = new Promise<string>((resolve) => container.on('server-ready', (_port, url) => resolve(url)));
      await container.spawn('node', [
        '-e',
        "require('http').createServer((q, s) => s.setHeader('content-type', 'text/html').end('<h1>shown</h1>')).listen(4600)",
      ]);
      const frame = document.createElement('iframe');
      frame.name = 'preview';
      frame.src = await ready;
      document.body.appendChild(frame);
      return { exitCode, output, isIsolated: crossOriginIsolated };
    });
    expect(seen).toEqual({ exitCode: 0, output: 'from another site\n', isIsolated: true });
    await page.frameLocator('iframe[name=preview]').getByRole('heading', { name: 'shown' }).waitFor();
    await page.close();
  });

  it('is refused with a reason when it is not listed: by a rejected boot, and to the eye', async () => {
    const page = await open('stranger.localhost');
    const message = await page.evaluate(() => messageOf(WebContainer.boot({ coep: 'require-corp' })));
    expect(message).toMatch(
      /answers http:\/\/ide\.localhost:\d+, http:\/\/listed\.ide\.localhost:\d+ and not http:\/\/stranger\.localhost:\d+/,
    );
    expect(message).toContain('ENGINE_ALLOWED_ORIGINS');
    const frame = page.frames().find((each) => each.url().includes('/headless'));
    expect(await frame?.locator('body').textContent()).toContain(message);
    await page.close();
  });
});
