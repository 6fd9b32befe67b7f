import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build as bundle } from 'esbuild';
import { createEngineBuild } from '../../../packages/engine/scripts/build-engine.mjs';
import { findChromium } from '../../setup/find-chromium.ts';
import { type BridgeHosts, createBridgeHosts } from './bridge-hosts.ts';
import { type ServedPage, startEngineServer } from './engine-server.ts';
import type { HostName } from './host-names.ts';

export interface ClientHostOptions {
  host: HostName;
  /** Base URL of the package registry. */
  registry?: string;
  /** A file that the page can fetch at `/payload`. */
  payload?: Uint8Array;
  /** An existing build of the engine. */
  builtEngine?: string;
  /** Further builds of the client, each on a page named after it. */
  olderClients?: readonly string[];
  /** Called for each file of the engine that the browser downloads. */
  onFileSent?: (path: string, content: Uint8Array) => void;
}

export interface ClientHost {
  /** The endpoint for `chromium.connect`. */
  browserEndpoint: string;
  appOrigin: string;
  /** Opens a page with the genuine client, not booted yet. */
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

/** Aliases in package.json: the oldest client still in use, one before `export`, and a build with `internal`. */
export const OLDER_CLIENTS = ['webcontainer-api-oldest', 'webcontainer-api-older', 'webcontainer-api-internal'] as const;

/** Only the server with the pages, without a browser. */
export interface ClientServer {
  appOrigin: string;
  close(): Promise<void>;
}

const HARNESS = fileURLToPath(new URL('.', import.meta.url));

/** Builds and serves the engine, starts a browser, and opens pages with `WebContainer`. */
export async function startClientHost(options: ClientHostOptions): Promise<ClientHost> {
  const found = await findChromium();
  const server = await startClientServer(options);
  const browserServer = await chromium.launchServer({
    executablePath: found.executablePath,
    args: found.arguments,
    env: { ...process.env, ...found.environment } as Record<string, string>, // Playwright drops properties that are undefined.
  });
  const browser = await chromium.connect(browserServer.wsEndpoint());
  return {
    browserEndpoint: browserServer.wsEndpoint(),
    appOrigin: server.appOrigin,
    openPage: () => openClientPage(browser, `${server.appOrigin}/`),
    async close() {
      await browserServer.close();
      await server.close();
    },
  };
}

/** Builds and serves the engine, and pages with `WebContainer`, which `openClientPage` opens in an existing browser. */
export async function startClientServer({
  host = 'engine',
  registry,
  payload = new Uint8Array(0),
  builtEngine,
  olderClients = [],
  onFileSent,
}: Omit<ClientHostOptions, 'host'> & Partial<Pick<ClientHostOptions, 'host'>>): Promise<ClientServer> {
  const isBridge = host === 'bridge' || host === 'ssh';
  const scratch = await mkdtemp(join(tmpdir(), 'devonz-engine-'));
  const files = builtEngine ?? scratch;
  // A machine's pages come from its bridge.
  if (builtEngine === undefined && !isBridge) {
    const engine = await createEngineBuild({ out: join(scratch, 'engine') });
    await engine.rebuild();
    await engine.dispose();
  }
  const olderScripts = await Promise.all(
    olderClients.map(
      async (name) => [name, await bundlePageScript('client-page.ts', { '@webcontainer/api': name }).catch(notInstalled(name))] as const,
    ),
  );
  const [script, agentScript, searchScript] = await Promise.all([
    bundlePageScript('client-page.ts'),
    bundlePageScript('agent-page.ts'),
    bundlePageScript('../../../app/lib/search/search-worker.ts'),
  ]);
  const pages = new Map<string, ServedPage>([
    ['/client.js', { type: 'text/javascript', content: script }],
    // For tests of the app's own runtime code: `useClient({ withAgent: true })`.
    ['/agent.js', { type: 'text/javascript', content: agentScript }],
    ['/search-worker.js', { type: 'text/javascript', content: searchScript }],
    ['/payload', { type: 'application/octet-stream', content: payload }],
  ]);
  for (const [name, content] of olderScripts) pages.set(`/${name}.js`, { type: 'text/javascript', content });
  const server = await startEngineServer({
    files,
    pages,
    registry,
    ...(isBridge ? { alsoFramed: 'http://*.localhost:*' } : {}),
    ...(onFileSent === undefined ? {} : { onFileSent }),
  });
  const bridges = isBridge ? await createBridgeHosts(host === 'ssh') : null;
  for (const name of ['client', ...olderClients]) {
    const [path, setupPath] = name === 'client' ? ['/', '/setup.js'] : [`/${name}`, `/setup-${name}.js`];
    const content = async (): Promise<string> => {
      const address = await hostAddress(host, server, bridges);
      const setup = address === null ? '' : `globalThis.WEBCONTAINER_API_IFRAME_URL = ${JSON.stringify(address)};`;
      return `${setup} await import('/${name}.js');`;
    };
    pages.set(setupPath, { type: 'text/javascript', content });
    pages.set(path, {
      type: 'text/html; charset=utf-8',
      content: `<!doctype html><title>client</title><body><script type="module" src="${setupPath}"></script>`,
    });
  }
  return {
    appOrigin: server.appOrigin,
    async close() {
      await server.close();
      await bridges?.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Returns what the client opens for a new page; `null` is its own default. */
async function hostAddress(
  host: HostName,
  { appOrigin, sandboxOrigin }: { appOrigin: string; sandboxOrigin: string },
  bridges: BridgeHosts | null,
): Promise<string | null> {
  if (bridges !== null) return bridges.start(appOrigin);
  return host === 'engine' ? `${sandboxOrigin}/headless` : null;
}

export async function openClientPage(browser: Browser, address: string): Promise<Page> {
  // Opens a page in a context that may contain further pages, like tabs of the same browser.
  const page = await (await browser.newContext()).newPage();
  // Some compilers wrap functions in this helper, which does not exist in the page.
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.goto(address);
  // A function: a string would be evaluated in the page, which its policy forbids.
  await page.waitForFunction(() => 'WebContainer' in globalThis);
  return page;
}

/** In a checkout installed before this client was added, only its tests fail. */
function notInstalled(name: string): (error: unknown) => string {
  return (error) => `throw new Error(${JSON.stringify(`${name} could not be bundled (npm install?): ${String(error)}`)});`;
}

async function bundlePageScript(name: string, alias: Record<string, string> = {}): Promise<string> {
  const result = await bundle({
    entryPoints: [join(HARNESS, name)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'warning',
    logOverride: { 'import-is-undefined': 'silent' },
    alias,
  });
  return result.outputFiles[0]?.text ?? '';
}
