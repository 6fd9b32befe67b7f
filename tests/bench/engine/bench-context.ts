import { type Browser, chromium, type Page } from '@playwright/test';
import { type ClientHost, openClientPage, startClientHost } from '../../conformance/harness/client-host.ts';
import { createNativeProjects, type NativeProjects } from './native-projects.ts';

/** What a figure of the engine's bench is measured with. */
export interface BenchContext {
  browser: Browser;
  /** Of the page that holds the genuine client. */
  appAddress: string;
  /** Base address of the package registry. */
  registry: string | undefined;
  /** The react-ts fixture on this machine's disk, installed once for all figures. */
  nativeProjects: NativeProjects;
  /** A page with the client in a browser context of its own: nothing is cached, nothing booted. */
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

/** One row, or a few that are measured together: `npm run bench -- engine --only NAME`. Each key ends in its unit. */
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
