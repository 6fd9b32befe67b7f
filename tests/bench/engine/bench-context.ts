import { type Browser, chromium, type Page } from '@playwright/test';
import { type ClientHost, openClientPage, startClientHost } from '../../conformance/harness/client-host.ts';
import { createNativeProjects, type NativeProjects } from './native-projects.ts';

/** The shared environment of the engine bench's figures. */
export interface BenchContext {
  browser: Browser;
  /** URL of the page with the genuine client. */
  appAddress: string;
  /** Base URL of the package registry. */
  registry: string | undefined;
  /** The react-ts fixture on this machine's disk, installed once for all figures. */
  nativeProjects: NativeProjects;
  /** Opens a page with the client in its own browser context: nothing is cached, nothing booted. */
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

/** One row, or several measured together: `npm run bench -- engine --only NAME`. Each key ends in its unit. */
export interface Figure {
  name: string;
  measure(context: BenchContext): Promise<Record<string, number>>;
}

export async function startBenchContext(registry: string | undefined): Promise<BenchContext> {
  const host: ClientHost = await startClientHost({
    host: 'engine',
    ...(registry === undefined ? {} : { registry }),
    ...(process.env.CONFORMANCE_ENGINE ? { builtEngine: process.env.CONFORMANCE_ENGINE } : {}),
  });
  const browser = await chromium.connect(host.browserEndpoint);
  const appAddress = `${host.appOrigin}/`;
  const nativeProjects = createNativeProjects(registry);
  return {
    browser,
    appAddress,
    registry,
    nativeProjects,
    openPage: () => openClientPage(browser, appAddress),
    async close() {
      await browser.close();
      await host.close();
      await nativeProjects.remove();
    },
  };
}
