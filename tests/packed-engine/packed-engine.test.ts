import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build as bundle } from 'esbuild';
import { Miniflare, Response as MiniflareResponse } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPort } from '../../scripts/serve/find-port.mjs';
import { findChromium } from '../setup/find-chromium.ts';
import type { LoopbackServer } from '../setup/serve-on-loopback.ts';
import { type InstalledEngine, installPackedEngine, REPOSITORY } from './installed-engine.ts';
import { startLoopbackRegistry } from './packages-on-loopback.ts';
import { listsOf, readmeWith } from './readme-lists.ts';

const README = join(REPOSITORY, 'packages/engine/README.md');

let installed: InstalledEngine;
let registry: LoopbackServer;
let browser: Browser;

beforeAll(async () => {
  const [engine, packages, found] = await Promise.all([installPackedEngine(), startLoopbackRegistry(['picocolors', 'ms']), findChromium()]);
  [installed, registry] = [engine, packages];
  browser = await chromium.launch({
    executablePath: found.executablePath,
    args: found.arguments,
    env: { ...process.env, ...found.environment } as Record<string, string>, // Playwright drops undefined values.
  });
});
afterAll(async () => {
  await browser?.close();
  await installed?.remove();
  await registry?.close();
});

const program = () => join(installed.folder, 'node_modules/.bin/devonz-engine');

describe('the packed engine', () => {
  it('holds what others need and nothing else: no sources, no tests, nothing of the app, no place of this machine', async () => {
    const { files } = installed.packed;
    const kinds =
      /^(?:package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES\.md|dist\/(?:cli|fetch|node)\.js|dist\/types\/[\w-]+\.d\.m?ts)$/;
    const built = /^dist\/static\/engine\/(?:headless\.html|[\w-]+\.js|chunks\/[\w-]+\.js|assets\/[\w-]+\.(?:js|wasm))$/;
    const example =
      /^examples\/(?:minimal|vite-app)\/(?:src\/)?[\w-]+\.(?:json|md|html|js|mjs|ts)$|^examples\/(?:minimal|vite-app)\/vite\.config\.ts$/;
    expect(files.filter((file) => ![kinds, built, example].some((pattern) => pattern.test(file)))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/static/engine/headless.html', 'THIRD-PARTY-NOTICES.md']));
    // `/root` is also the home of the container's own programs.
    const home = homedir() === '/root' ? [] : [homedir()];
    const places = [REPOSITORY.replace(/\/$/, ''), ...home, 'node_modules/.cache', 'app/lib', 'app/server'];
    for (const file of files) {
      const text = await readFile(join(installed.packageFolder, file), 'latin1');
      expect([file, places.filter((place) => text.includes(place))]).toEqual([file, []]);
    }
  });

  it('brings no other package along, and the licence of everything that is bundled', async () => {
    const names = await readdir(join(installed.folder, 'node_modules'));
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['devonz-engine']);
    const notices = await readFile(join(installed.packageFolder, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const name of ['zod', 'comlink', 'acorn', 'brotli-wasm', '@swc/wasm-typescript', '@noble/ciphers', '@noble/curves', 'semver'])
      expect(notices).toMatch(new RegExp(`^- ${name} \\d+\\.\\d+\\.\\d+: \\S`, 'm'));
    expect(notices).toContain('Permission is hereby granted');
  });

  it('is as large as its README says', async () => {
    const [, packed, unpacked] = /Packed ([\d.]+) MB, unpacked ([\d.]+) MB/.exec(await currentReadme()) ?? [];
    expect(Math.abs(Number(packed) * 1e6 - installed.packed.size) / installed.packed.size).toBeLessThan(0.1);
    expect(Math.abs(Number(unpacked) * 1e6 - installed.packed.unpackedSize) / installed.packed.unpackedSize).toBeLessThan(0.1);
  });

  it('has types that a strict program compiles against', async () => {
    const folder = join(installed.folder, 'examples/typed');
    await mkdir(folder);
    await writeFile(join(folder, 'server.mts'), TYPED_SERVER);
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: 'nodenext',
          target: 'es2023',
          lib: ['es2023', 'dom'],
          types: ['node'],
          skipLibCheck: true,
        },
        files: ['server.mts'],
      }),
    );
    const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('runs in workerd as the README says', async () => {
    const [, source = ''] = /```ts\n([\s\S]*?)```/.exec(await currentReadme()) ?? [];
    const { outputFiles } = await bundle({
      stdin: { contents: source, loader: 'ts', resolveDir: join(installed.folder, 'examples') },
      bundle: true,
      write: false,
      format: 'esm',
    });
    const files = join(installed.packageFolder, 'dist/static');
    const worker = new Miniflare({
      cf: false,
      compatibilityDate: '2026-04-20',
      modules: [{ type: 'ESModule', path: 'worker.js', contents: outputFiles[0]?.text ?? '' }],
      bindings: { REGISTRY: registry.address },
      serviceBindings: {
        ASSETS: async (request: { url: string }) => new MiniflareResponse(await readFile(join(files, new URL(request.url).pathname))),
      },
    });
    const { port } = await worker.ready;
    const page = await get(Number(port), 'run.example.com', '/headless');
    expect(page.headers['content-security-policy']).toContain('frame-ancestors https://app.example.com;');
    expect(page.body).toContain('<meta name="devonz-parent-origins" content="https://app.example.com">');
    const document = JSON.parse((await get(Number(port), 'run.example.com', '/registry/ms')).body);
    expect(document.versions['2.1.3'].dist.tarball).toMatch(/\/\/run\.example\.com\/registry\/ms\/-\/ms-2\.1\.3\.tgz$/);
    expect((await get(Number(port), 'p3000-abc.run.example.com', '/')).body).toContain('Starting the preview');
    expect((await get(Number(port), 'evil.example', '/headless')).status).toBe(421);
    await worker.dispose();
  });

  it('says what is wrong with a command line, and when a port is taken', async () => {
    const wrong = await failureOf('serve', '--port', '1');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the page that may boot the engine') });
    const port = await findPort(18_789);
    const serve = ['serve', '--no-registry', '--port', String(port), '--allow-origin', 'http://app.engine.localhost:1'];
    const running = await installed.start(program(), serve, { until: /Listening/ });
    expect(await failureOf(...serve)).toMatchObject({
      code: 1,
      stderr: `devonz-engine: Port ${port} is taken. Give another by --port, or --port 0 for any.\n`,
    });
    expect(await running.stop()).toBe(0);
  });
});

describe('the examples, with the packed engine', () => {
  it('minimal: boots, installs, serves, shows the page in the frame, and has a shell in the terminal', async () => {
    const port = await findPort(15_173);
    const engine = await installed.start(program(), ['serve', '--port', '0', '--allow-origin', `http://app.engine.localhost:${port}`], {
      environment: { npm_config_registry: registry.address },
      until: /Listening/,
    });
    const [, address = ''] = /^Devonz engine: (\S+)/.exec(engine.output()) ?? [];
    await installed.start('serve.mjs', [], {
      folder: join(installed.folder, 'examples/minimal'),
      environment: { PORT: String(port), ENGINE: address },
      until: /Open/,
    });
    const page = await openPage(`http://app.engine.localhost:${port}/`);
    await page.frameLocator('#preview').getByRole('heading', { name: 'Served from inside this browser' }).waitFor({ timeout: 30_000 });
    expect(await page.locator('#status').textContent()).toMatch(/^Port 3000 is served at http:\/\/p3000-[a-z0-9]+\.engine\.localhost:\d+/);
    const rows = page.locator('.xterm-rows');
    await expectText(page, rows, 'Listening on port 3000');
    await page.locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('echo answer-$((6 * 7))\n');
    await expectText(page, rows, 'answer-42');
    await page.close();
    await checkReadme(`http://app.engine.localhost:${port}/`);
  });

  it('vite-app: the app’s own Vite server hosts the engine; an edit shows in the preview', async () => {
    const port = await findPort(15_273);
    await installed.start(join(REPOSITORY, 'node_modules/vite/bin/vite.js'), [], {
      folder: join(installed.folder, 'examples/vite-app'),
      environment: { PORT: String(port), npm_config_registry: registry.address },
      until: /Local:/,
    });
    const page = await openPage(`http://app.engine.localhost:${port}/`);
    const shown = page.frameLocator('#preview');
    await shown.getByText(/has been running for \d+ (ms|seconds?)/).waitFor({ timeout: 30_000 });
    const editor = page.getByLabel('page.html');
    await editor.fill('<h1>Edited</h1>');
    await editor.blur();
    await shown.getByRole('heading', { name: 'Edited' }).waitFor();
    await page.close();
  });
});

/** Checks the README's statements against the packed engine itself. `UPDATE_README=1` updates them. */
async function checkReadme(address: string): Promise<void> {
  const page = await browser.newPage();
  await page.route('**/main.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto(address);
  const lists = await listsOf(page);
  const readme = readmeWith(await currentReadme(), lists);
  if (process.env.UPDATE_README) await writeFile(README, readme);
  expect(await readFile(README, 'utf8')).toBe(readme);
  await page.close();
}

/** Returns the README, with the sizes of this archive if it is to be updated. */
async function currentReadme(): Promise<string> {
  const readme = await readFile(README, 'utf8');
  if (!process.env.UPDATE_README) return readme;
  const [packed, unpacked] = [installed.packed.size, installed.packed.unpackedSize].map((bytes) => (bytes / 1e6).toFixed(1));
  const updated = readme.replace(/Packed [\d.]+ MB, unpacked [\d.]+ MB/, `Packed ${packed} MB, unpacked ${unpacked} MB`);
  await writeFile(README, updated);
  return updated;
}

async function openPage(address: string): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.log(error));
  await page.goto(address);
  return page;
}

async function expectText(page: Page, rows: ReturnType<Page['locator']>, text: string): Promise<void> {
  await page.waitForFunction(({ element, text }) => element?.textContent?.includes(text), { element: await rows.elementHandle(), text });
}

/** Uses `node:http`, because `fetch` cannot set a different host header. */
function get(port: number, host: string, path: string): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const request = ask({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    request.once('error', reject);
    request.end();
  });
}

function failureOf(...args: string[]): Promise<{ code: number; stderr: string }> {
  return promisify(execFile)(process.execPath, [program(), ...args]).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
}

const TYPED_SERVER = `
import { createServer, type RequestListener } from 'node:http';
import { createEngineHandler, type EngineHandler, type FileSource } from 'devonz-engine/fetch';
import { createNodeHandler, folderFiles, npmRegistry, staticFolder, startEngineServer } from 'devonz-engine/node';

const files: FileSource = folderFiles(staticFolder);
const options = { host: 'run.example.com', allowedOrigins: ['https://app.example.com'], registry: await npmRegistry() };
const answer: EngineHandler = createEngineHandler({ ...options, files });
const response: Response = await answer(new Request('https://run.example.com/headless'));
const listener: RequestListener = (incoming, outgoing) => createNodeHandler(options)(incoming, outgoing);
createServer(listener).listen(response.status);
const { port, close } = await startEngineServer({ ...options, port: 0 });
export const ended: Promise<void> = port > 0 ? close() : Promise.resolve();
// @ts-expect-error an engine without its name
createNodeHandler({ allowedOrigins: [], registry: null });
`;
