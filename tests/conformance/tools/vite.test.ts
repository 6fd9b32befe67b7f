import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Frame } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { mountFixture } from '../harness/mount-fixture.ts';
import { useClient } from '../harness/use-client.ts';

/** For a busy machine; on a quiet one, nothing takes a quarter of this. */
const TIME_OUT = 120_000;

describe('a React project with the tools of the registry as they are', () => {
  const client = useClient();
  const run = (command: string) => client.inPage((command) => runToEnd('jsh', ['-c', command]), command);

  beforeAll(async () => {
    await mountFixture(client, 'react-ts', { 'engine-lock.json': 'package-lock.json' });
    const { exitCode, output } = await run('npm ci');
    expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
  }, TIME_OUT);

  it(
    'is built by Vite into the bytes that native Node builds',
    async () => {
      expect(await run('npm run build')).toMatchObject({ exitCode: 0, output: expect.stringContaining('modules transformed') });
      const native = JSON.parse(await readFile(new URL('../../fixtures/react-ts/native-dist.json', import.meta.url), 'utf8'));
      const built = await client.inPage(async () => {
        const { fs } = await booted();
        const names = ['index.html', ...(await fs.readdir('dist/assets')).map((name) => `assets/${name}`)];
        return Promise.all(names.sort().map(async (name) => [name, Array.from(await fs.readFile(`dist/${name}`))] as const));
      });
      const hashes = built.map(([name, bytes]) => [name, createHash('sha256').update(new Uint8Array(bytes)).digest('hex')] as const);
      const { _: _source, ...expected } = native;
      expect(Object.fromEntries(hashes)).toEqual(expected);
    },
    TIME_OUT,
  );

  it(
    'is served as built by vite preview',
    async () => {
      const served = await client.inPage(async () => {
        const container = await booted();
        const ready = new Promise<number>((resolve) => container.on('server-ready', resolve));
        const server = await container.spawn('npm', ['run', 'preview'], { output: false });
        const page = await runToEnd('curl', ['-s', `http://localhost:${await ready}/some/path`]);
        server.kill();
        await server.exit;
        return page.output;
      });
      expect(served).toMatch(/<script type="module" crossorigin src="\/assets\/index-\w+\.js">/);
    },
    TIME_OUT,
  );

  it(
    'is checked by tsc',
    async () => {
      await client.inPage(async () => (await booted()).fs.writeFile('src/wrong.ts', "export const wrong: number = 'text';\n"));
      const { exitCode, output } = await run('npx tsc --noEmit; code=$?; rm src/wrong.ts; exit $code');
      expect({ exitCode, output }).toEqual({
        exitCode: 2,
        output: "src/wrong.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n",
      });
    },
    TIME_OUT,
  );

  it(
    'is tested by vitest, which shows what fails and where',
    async () => {
      const { exitCode, output } = await run('PLANTED=1 npx vitest run');
      expect(exitCode).toBe(1);
      expect(output).toContain('AssertionError: expected 4 to be 5');
      expect(output).toMatch(/src\/fails\.test\.ts:5:21/);
      expect(output).toMatch(/Tests {2}1 failed \| 2 passed \(3\)/);
    },
    TIME_OUT,
  );

  describe('in development', () => {
    let frame: Frame;
    const write = (path: string, from: string, to: string) =>
      client.inPage(
        async ({ path, from, to }) => {
          const { fs } = await booted();
          const text = await fs.readFile(path, 'utf8');
          if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
          await fs.writeFile(path, text.replace(from, to));
        },
        { path, from, to },
      );

    beforeAll(async () => {
      const address = await client.inPage(async () => {
        const container = await booted();
        const ready = new Promise<string>((resolve) => container.on('server-ready', (_port, url) => resolve(url)));
        await container.spawn('npm', ['run', 'dev'], { output: false });
        const frame = document.createElement('iframe');
        Object.assign(frame, { name: 'vite', allow: 'cross-origin-isolated', src: await ready });
        document.body.appendChild(frame);
        return ready;
      });
      expect(new URL(address).hostname).toMatch(/5173/);
      const found = await (await client.page().waitForSelector('iframe[name=vite]', { state: 'attached' })).contentFrame();
      if (found === null) throw new Error('The page has no such frame.');
      frame = found;
      await frame.getByRole('heading', { name: 'Hello from Vite' }).waitFor({ timeout: TIME_OUT });
    }, TIME_OUT);

    it('shows styles, data, text, globbed pages and what the environment files say', async () => {
      expect(await frame.getByText('Ada, Grace: a note from-env').count()).toBe(1);
      expect(await frame.getByText('Ada, Grace').evaluate((element) => getComputedStyle(element).borderTopColor)).toBe('rgb(9, 8, 7)');
      await frame.getByRole('button', { name: 'no page' }).click();
      await frame.getByRole('button', { name: 'about' }).waitFor();
    });

    it('takes a change to a component and to a style in without losing state', async () => {
      const button = frame.getByRole('button', { name: 'count is' });
      await button.click();
      await button.click();
      await write('src/App.tsx', 'Hello from Vite', 'Hello again');
      await frame.getByRole('heading', { name: 'Hello again' }).waitFor();
      await write('src/index.css', 'rgb(10, 20, 30)', 'rgb(1, 2, 3)');
      const colour = () => frame.getByRole('heading').evaluate((element) => getComputedStyle(element).color);
      await expect.poll(colour).toBe('rgb(1, 2, 3)');
      expect(await button.textContent()).toBe('count is 2');
    });

    it('covers the page with the error while a file cannot be compiled', async () => {
      const whole = await client.inPage(async () => (await booted()).fs.readFile('src/App.tsx', 'utf8'));
      await write('src/App.tsx', '<main>', '<main');
      const overlay = frame.locator('vite-error-overlay');
      await overlay.locator('.message').getByText('Unexpected token').waitFor();
      // Vite's watcher (chokidar) drops a change within 50 ms of the previous one, natively too; a user saves again.
      const save = () => client.inPage(async (text) => (await booted()).fs.writeFile('src/App.tsx', text), whole);
      await expect.poll(async () => save().then(() => overlay.count()), { interval: 100, timeout: 15_000 }).toBe(0);
    });

    it('restarts when its configuration changes', async () => {
      await write('.env', 'from-env', 'from-elsewhere');
      await frame.getByText('a note from-elsewhere').waitFor({ timeout: TIME_OUT });
    });
  });
});
