import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, loadConfigFromFile, type ServerOptions, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const SECRET = 'the-secret-of-the-test';
const SECRET_FILES = [
  '.dev.vars',
  '.dev.vars.production',
  '.session-secret.local',
  '.own-computer.key',
  '.env',
  '.env.local',
  '.npmrc',
  '.git/config',
  '.wrangler/state/v3/kv/values.sqlite',
  'server.pem',
  'deep/down/.dev.vars',
];
let root: string;
let vite: ViteDevServer;
let server: ServerOptions | undefined;
let port = 0;

beforeAll(async () => {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'development' },
    join(REPOSITORY, 'vite.config.ts'),
    REPOSITORY,
    'silent',
  );
  server = loaded?.config.server;
  root = await mkdtemp(join(tmpdir(), 'never-served-'));
  for (const path of [...SECRET_FILES, 'main.js']) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), `export const secret = '${SECRET}';\n`);
  }
  vite = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { ...server, port: 0, strictPort: false, watch: null, hmr: false, ws: false },
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await vite.close();
  await rm(root, { recursive: true });
});

/** The path goes out as it is written here. */
function bodyOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers: { accept: '*/*' }, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve(text));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

/** Every way to write a path that Vite has had to close. */
function spellingsOf(path: string): string[] {
  const encoded = path.replaceAll('.', '%2e');
  const bare = [
    `/${path}`,
    `//${path}`,
    `/${encoded}`,
    `/x/../${path}`,
    `/${path.toUpperCase()}`,
    `/${path}/`,
    `/@fs${root}/${path}`,
    `/@fs/${root}/x/../${path}`,
  ];
  const asked = [
    '?raw',
    '?raw??',
    '?import&raw',
    '?import&raw??',
    '?url',
    '?import&url',
    '?inline',
    '?import&inline',
    '?.svg',
    '?t=1',
    '?import',
    '#x',
    '?raw?.svg?.wasm?init',
  ];
  return bare.flatMap((address) => [address, ...asked.map((query) => `${address}${query}`)]);
}

const inBase64 = Buffer.from(SECRET).toString('base64').slice(2, -4);

describe('the dev server', () => {
  it('serves what is no secret', async () => {
    expect(await bodyOf('/main.js')).toContain(SECRET);
    expect(await bodyOf(`/@fs${root}/main.js?raw`)).toContain(SECRET);
  });

  it.each(SECRET_FILES)('does not serve %s, however its address is written', async (file) => {
    for (const path of spellingsOf(file)) {
      const body = await bodyOf(path);
      expect([path, body.includes(SECRET), body.includes(inBase64)]).toEqual([path, false, false]);
    }
  });

  it('refuses every hidden file that a script of the server names', async () => {
    const folder = join(REPOSITORY, 'scripts/serve');
    const names = new Set<string>();
    for (const script of await readdir(folder)) {
      const text = await readFile(join(folder, script), 'utf8');
      if (script === 'never-served.mjs') continue;
      for (const [, name] of text.matchAll(/['"`/](\.[a-z][\w.-]*)['"`]/g)) if (name !== undefined) names.add(name);
    }
    // The end of host names, and when the bridge was built.
    for (const harmless of ['.localhost', '.finished']) names.delete(harmless);
    expect([...names].sort()).toEqual(['.dev.vars', '.session-secret.local']);
    for (const name of names) {
      await writeFile(join(root, name), SECRET);
      expect(await bodyOf(`/${name}?raw`), name).not.toContain(SECRET);
    }
  });
});
