import { type Browser, chromium } from '@playwright/test';
import { type AppServer, startAppServer } from '../../e2e/support/app-server.ts';
import { findChromium } from '../../setup/find-chromium.ts';

/** The built app and a browser beside it, for as long as `work` takes. */
export async function withBuiltApp<Result>(port: number, work: (server: AppServer, browser: Browser) => Promise<Result>): Promise<Result> {
  const found = await findChromium();
  const server = await startAppServer({}, port);
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: found.arguments,
    env: { ...process.env, ...found.environment },
  });
  try {
    return await work(server, browser);
  } finally {
    await browser.close();
    await server.stop();
  }
}
