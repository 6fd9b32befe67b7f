import { mkdtemp, open as openFile, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowserProcess } from '../../crash/browser-process.ts';
import { startTokenProvider, taskOf } from '../../crash/token-provider.ts';
import { startAppServer } from '../support/app-server.ts';
import { expect, test } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

/** Bytes of the log's last entry that the killed browser had not written. */
const UNWRITTEN = 20;

/** A browser of its own that can be killed, with the built app and a model that writes slowly. */
async function withBrowser(
  work: (tools: { open(): Promise<Workbench>; killAndStart(harm: (log: string) => Promise<void>): Promise<void> }) => Promise<void>,
) {
  const provider = await startTokenProvider();
  const models = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: provider.url, OPENAI_API: 'chat', OPENAI_MODELS: 'crash' };
  const server = await startAppServer(models, 18_880);
  const profile = await mkdtemp(join(tmpdir(), 'devonz-torn-'));
  let browser = await startBrowserProcess(profile);
  try {
    await work({
      open: async () => workbenchOf(await browser.context.newPage(), server),
      async killAndStart(harm) {
        await browser.kill();
        await harm(await findLog(profile));
        browser = await startBrowserProcess(profile);
      },
    });
  } finally {
    await browser.kill();
    await server.stop();
    await provider.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

test('a browser that is killed while it writes, and killed once more, has lost no chat', () =>
  withBrowser(async ({ open, killAndStart }) => {
    const first = await open();
    await first.open();
    await first.send(taskOf('text', 'torn'));
    await expect(first.conversation).toContainText('tornt20x');
    const chat = first.page.url();
    await killAndStart(tear);

    const second = await open();
    await second.page.goto(chat);
    await expect(second.conversation).toContainText('tornt1x');
    await second.open();
    await second.send(taskOf('text', 'again'));
    await expect(second.conversation).toContainText('againt5x');
    await killAndStart(async () => undefined);

    const third = await open();
    await third.page.goto(chat);
    await expect(third.conversation).toContainText('tornt1x');
  }));

test('a user whose browser has discarded its storage learns of it', () =>
  withBrowser(async ({ open, killAndStart }) => {
    const first = await open();
    await first.open();
    await first.send(taskOf('text', 'lost'));
    await expect(first.conversation).toContainText('lostt20x');
    await killAndStart(overwriteMiddle);

    const second = await open();
    await second.open();
    await expect(second.page.getByText(/has discarded it: the chats and projects/).first()).toBeVisible();
    await second.send(taskOf('text', 'new'));
    await expect(second.conversation).toContainText('newt5x');
  }));

/** Cuts the last entry of the log, as a browser leaves it that is killed in the middle of a write. */
async function tear(log: string): Promise<void> {
  const { size } = await stat(log);
  await truncate(log, size - UNWRITTEN);
}

async function overwriteMiddle(log: string): Promise<void> {
  const { size } = await stat(log);
  const file = await openFile(log, 'r+');
  await file.write(Buffer.alloc(64, 0x55), 0, 64, Math.floor(size / 2));
  await file.close();
}

/** Returns the log with the app's data. */
async function findLog(profile: string): Promise<string> {
  const root = join(profile, 'Default', 'IndexedDB');
  const files = await readdir(root, { recursive: true });
  const logs = files.filter((file) => /leveldb.\d+\.log$/.test(file)).map((file) => join(root, file));
  const sizes = await Promise.all(logs.map(async (path) => ({ path, size: (await stat(path)).size })));
  const [largest] = sizes.sort((a, b) => b.size - a.size);
  if (largest === undefined || largest.size < 1_000) throw new Error(`No log with data: ${files.join(', ')}`);
  return largest.path;
}
