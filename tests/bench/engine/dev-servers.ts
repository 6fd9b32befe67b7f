import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Frame, Page } from '@playwright/test';

export interface DevServer {
  address: string;
  stop(): Promise<void>;
}

/** Starts `vite` in the container and waits until it listens. */
export async function startEngineDev(page: Page): Promise<DevServer> {
  const address = await page.evaluate(async () => {
    const container = await booted();
    const ready = new Promise<string>((resolve) => {
      const stop = container.on('server-ready', (_port, url) => {
        stop();
        resolve(url);
      });
    });
    const server = await container.spawn('node_modules/.bin/vite', [], { output: false });
    Object.assign(globalThis, { devServer: server });
    return Promise.race([
      ready,
      server.exit.then((code): string => {
        throw new Error(`vite ended with ${code}.`);
      }),
    ]);
  });
  return {
    address,
    stop: () =>
      page.evaluate(async () => {
        const server: unknown = Reflect.get(globalThis, 'devServer');
        // Stored there above.
        const { kill, exit } = server as { kill(): void; exit: Promise<number> };
        kill.call(server);
        await exit;
      }),
  };
}

/** Starts `vite` on this machine and waits until it prints its URL. */
export async function startNativeDev(folder: string): Promise<DevServer & { pid: number }> {
  const child = spawn(process.execPath, [join(folder, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    void ended.then(() => reject(new Error(`vite ended:\n${output}`)));
  });
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** Shows a URL in a frame of the client's page, replacing the existing frame. */
export async function showInFrame(page: Page, address: string): Promise<Frame> {
  await page.evaluate((address) => {
    document.querySelector('iframe[name=vite]')?.remove();
    const frame = document.createElement('iframe');
    Object.assign(frame, { name: 'vite', allow: 'cross-origin-isolated', src: address });
    document.body.appendChild(frame);
  }, address);
  const frame = await (await page.waitForSelector('iframe[name=vite]', { state: 'attached' })).contentFrame();
  if (frame === null) throw new Error('The page has no such frame.');
  return frame;
}

/** Waits for the fixture's page, which is ready when its component has rendered. */
export async function waitForHeading(shown: Frame | Page): Promise<void> {
  await shown.getByRole('heading', { name: 'Hello from Vite' }).waitFor({ timeout: 120_000 });
}
