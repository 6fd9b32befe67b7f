import { openSettings } from '../support/open-settings.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

test('the model of the browser is downloaded by a press and answers in the page, without the server', async ({
  page,
  demoServer,
  appErrors: _,
}) => {
  await page.addInitScript(() => {
    let availability = 'downloadable';
    const LanguageModel = {
      availability: async () => availability,
      async create({ monitor }: { monitor?: (events: EventTarget) => void }) {
        const events = new EventTarget();
        monitor?.(events);
        events.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.5, total: 1 }));
        availability = 'available';
        return {
          inputQuota: 9_216,
          inputUsage: 20,
          measureInputUsage: async () => 5,
          promptStreaming: ([{ content }]: [{ content: [{ value: string }] }]) =>
            new ReadableStream({
              start(controller) {
                for (const piece of ['You said: ', content[0].value]) controller.enqueue(piece);
                controller.close();
              },
            }),
          destroy: () => undefined,
        };
      },
    };
    Object.assign(globalThis, { LanguageModel });
  });
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  await openSettings(page, 'Models');
  const row = page.getByRole('region', { name: 'This browser’s model' });
  await expect(row).toContainText('about 2 to 4 GB');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await row.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`built-in-${width}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole('button', { name: 'Download the model' }).click();
  await row.getByRole('button', { name: 'Use This browser’s model' }).click();
  await expect(row).toContainText('In use');
  await page.keyboard.press('Escape');
  const served: string[] = [];
  page.on('request', (request) => served.push(request.url()));
  await page.getByRole('switch', { name: 'Agent mode', exact: true }).click();
  await workbench.send('Good day');
  await expect(workbench.conversation).toContainText('You said: Good day');
  expect(served).not.toContain(`${demoServer.appOrigin}/api/chat`);
});
