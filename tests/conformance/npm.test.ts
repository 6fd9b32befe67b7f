import { expect, inject, it } from 'vitest';
import { describeEngineOnly } from './harness/engine-only.ts';
import type { RegistryControl } from './harness/fixture-registry-server.ts';
import { useClient } from './harness/use-client.ts';

async function steerRegistry(wish: RegistryControl): Promise<void> {
  const response = await fetch(`${inject('fixtureRegistry')}-/control`, { method: 'POST', body: JSON.stringify(wish) });
  expect(response.status).toBe(204);
}

// These tests' packages are on the harness's registry, which another host cannot access.
describeEngineOnly('its own npm; a machine runs the registry’s')('npm', () => {
  const client = useClient();
  /** Runs shell commands in a separate folder with that package.json. */
  const run = (folder: string, command: string, packageJson?: object) =>
    client.inPage(
      async ({ folder, command, packageJson }) => {
        const { fs } = await booted();
        await fs.mkdir(folder, { recursive: true });
        if (packageJson !== undefined) await fs.writeFile(`${folder}/package.json`, JSON.stringify(packageJson));
        return runToEnd('jsh', ['-c', command], { cwd: folder });
      },
      { folder, command, packageJson },
    );

  it('installs what package.json asks for: nested where versions differ, with commands, peers and a lock file', async () => {
    const dependencies = { '@fixture/greet': '^1.0.0', '@fixture/old-greet': '1', '@fixture/plugin': '*' };
    const { output, exitCode } = await run(
      'place',
      `npm install && npx greet you && node -p "require('@fixture/old-greet') + require('@fixture/plugin')" &&
       find node_modules -name package.json | sort && npm pkg get name && npm ls --depth 0`,
      { name: 'place', version: '1.0.0', dependencies },
    );
    expect(output).toMatch(/^\nadded 5 packages in \d+m?s\nhello, 1.2 you\nhallohello, 1.2\n/);
    expect(output).toContain('node_modules/@fixture/old-greet/node_modules/@fixture/words/package.json\n');
    expect(output).toContain('"place"\nplace@1.0.0 /home/project/place\n├── @fixture/greet@1.0.0\n');
    expect(exitCode).toBe(0);
    const lock = await run('place', `node -p 'JSON.stringify(Object.keys(require("./package-lock.json").packages))'`);
    expect(JSON.parse(lock.output)).toEqual([
      '',
      'node_modules/@fixture/greet',
      'node_modules/@fixture/native',
      'node_modules/@fixture/old-greet',
      'node_modules/@fixture/old-greet/node_modules/@fixture/words',
      'node_modules/@fixture/plugin',
      'node_modules/@fixture/words',
    ]);
  });

  it('adds, removes, updates and lists packages', async () => {
    const { output } = await run(
      'change',
      `npm install @fixture/words@1.0.0 && npm pkg get dependencies && npm outdated; npm pkg set 'dependencies.@fixture/words=^1.0.0'
       npm update && npm why @fixture/words && npm uninstall @fixture/words && npm ls; cat package.json`,
      { name: 'change', version: '1.0.0' },
    );
    expect(output).toContain('{\n  "@fixture/words": "^1.0.0"\n}');
    expect(output).toMatch(/@fixture\/words +1\.0\.0 +1\.2\.0 +2\.0\.0 +node_modules\/@fixture\/words +change/);
    expect(output).toContain('changed 1 package in');
    expect(output).toContain('@fixture/words@"^1.0.0" from the root project');
    expect(output).toContain('removed 1 package in');
    expect(output).toContain('└── (empty)');
    expect(output.trimEnd().split('\n').at(-1)).toBe('}');
  });

  it('refuses an archive that is not what was promised, and one that is killed leaves the former tree', async () => {
    await run('safe', 'npm install @fixture/words@1.0.0', { name: 'safe', version: '1.0.0' });
    // A package that no other test has put into the browser's caches.
    const path = '@fixture/rare/-/rare-1.0.0.tgz';
    const state = `node -p "require('@fixture/words').hello"; ls node_modules/@fixture; npm pkg get dependencies`;
    await steerRegistry({ path, answer: 'something else' });
    const refused = await run('safe', `npm install @fixture/rare; echo "exit $?"; ${state}`);
    expect(refused.output).toContain('npm error code EINTEGRITY');
    expect(refused.output).toMatch(/exit 1\nhello\nwords\n\{\n {2}"@fixture\/words": "\^1\.0\.0"\n\}\n$/);
    await steerRegistry({ path, answer: 'never' });
    const killed = await run('safe', `npm install @fixture/rare @fixture/words@2 & sleep 0.6; kill -9 $!; wait $!; ${state}`);
    expect(killed.output).toMatch(/hello\nwords\n\{\n {2}"@fixture\/words": "\^1\.0\.0"\n\}\n$/);
    await steerRegistry({ path, answer: 'as it is' });
    const again = await run('safe', 'npm install @fixture/rare && npx rare');
    expect(again.output).toMatch(/added 1 package[^\n]*\nrare\n/);
  });

  it('installs a second time, in a new session, with the registry gone', async () => {
    const packageJson = { name: 'again', version: '1.0.0', dependencies: { '@fixture/greet': '^1.0.0', '@fixture/plugin': '1' } };
    expect((await run('again', 'npm install', packageJson)).exitCode).toBe(0);
    await steerRegistry({ isDown: true });
    try {
      await client.page().reload();
      await client.page().waitForFunction(() => 'WebContainer' in globalThis);
      const { output, exitCode } = await run('again', 'npm install && npx greet there && npm cache verify', packageJson);
      expect(output).toMatch(/^\nadded 3 packages in \d+m?s\nhello, 1\.2 there\n/);
      expect(output).toContain('of at most 536.9 MB');
      expect(exitCode).toBe(0);
      const unknown = await run('again', 'npm install @fixture/create-app');
      expect(unknown.output).toContain('npm error');
      expect(unknown.exitCode).toBe(1);
    } finally {
      await steerRegistry({ isDown: false });
    }
  });

  it('installs for workspaces, runs their scripts and does so for pnpm, yarn and bun', async () => {
    const { output } = await run(
      'many',
      `mkdir -p packages/a packages/b
       echo '{"name":"a","version":"1.0.0","scripts":{"say":"echo a says"}}' > packages/a/package.json
       echo '{"name":"b","version":"1.0.0","scripts":{"say":"greet from b"},"dependencies":{"a":"*"}}' > packages/b/package.json
       npm install @fixture/greet -w b && npm run say -ws && readlink node_modules/b
       cd packages/b && pnpm say && yarn run say && bunx greet again`,
      { name: 'many', version: '1.0.0', workspaces: ['packages/*'] },
    );
    expect(output).toContain('added 2 packages in');
    expect(output).toContain('\na says\n');
    expect(output).toContain('\nhello, 1.2 from b\n');
    expect(output).toContain('\n../packages/b\n');
    expect(output).toContain('> b@1.0.0 say /home/project/many/packages/b\n> greet from b\n');
    expect(output).toMatch(/yarn run v1\.\d+\.\d+\n\$ greet from b\n/);
    expect(output.trimEnd().split('\n').at(-1)).toBe('hello, 1.2 again');
  });

  it('shows progress on a terminal, asks there, and hands the terminal to an initializer', async () => {
    const screen = await client.inPage(async () => {
      const container = await booted();
      const { fs } = container;
      await fs.mkdir('fresh', { recursive: true });
      const child = await container.spawn('npm', ['create', '@fixture/app', '--', 'one', 'two'], {
        cwd: 'fresh',
        terminal: { cols: 80, rows: 24 },
      });
      let text = '';
      const input = child.input.getWriter();
      const shown = child.output.pipeTo(
        new WritableStream({
          write(part) {
            if (!text.includes('Project name: ') && (text + part).includes('Project name: ')) void input.write('demo\r');
            text += part;
          },
        }),
      );
      const exitCode = await child.exit;
      await shown;
      return { text, exitCode, made: await fs.readFile('fresh/demo.txt', 'utf8') };
    });
    expect(screen.made).toBe('one two');
    expect(screen.text).toContain('made demo');
    expect(screen.exitCode).toBe(0);
  });

  it('says clearly what it does not do', async () => {
    const { output } = await run(
      'clear',
      'npm install git+ssh://git@host.invalid/a/b.git; npm audit; npm login; npm frobnicate; npm help install',
      {},
    );
    expect(output).toContain('npm error code EUNSUPPORTEDGIT');
    expect(output).toContain('npm audit is not available here');
    expect(output).toContain('npm login is not available here');
    expect(output).toContain('Unknown command: "frobnicate"');
    expect(output).toContain('npm install [<package-spec> ...]');
  });
});
