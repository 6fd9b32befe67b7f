import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../setup/find-chromium.ts';
import { bundlePage } from '../bundle-page.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { PacedProvider } from './paced-provider.ts';

/** The environment in which the rows are measured. */
export interface StreamBench {
  browser: Browser;
  provider: PacedProvider;
  server: BenchServer;
  stockClient(): Promise<string>;
  stop(): Promise<void>;
}

export async function startStreamBench(): Promise<StreamBench> {
  const provider = await PacedProvider.start();
  const server = await startBenchServer(provider.url, 18_900);
  const found = await findChromium();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: found.arguments,
    env: { ...process.env, ...found.environment },
  });
  let stockClient: Promise<string> | null = null;
  return {
    browser,
    provider,
    server,
    stockClient() {
      stockClient ??= bundlePage(new URL('./stock-client.tsx', import.meta.url)).then(({ script }) => script);
      return stockClient;
    },
    async stop() {
      await browser.close();
      await server.stop();
      await provider.stop();
    },
  };
}
