import { expect, it } from 'vitest';
import { withoutEscapeCodes } from '../../app/lib/runtime/terminal-text.ts';
import type { AgentRunOptions } from './harness/agent-page.ts';
import { describeEngineOnly } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

const describeItsOwn = describeEngineOnly('its kernel holds programs to a grant; a machine has users and sandboxes of its own');

const NOTHING = { secrets: false, read: [], write: [], isAnyProtected: false };
const CANARY = 'canary-7f3a';

const FILES: Record<string, string> = {
  '.env': `KEY=${CANARY}\n`,
  'sub/.aws/credentials': `${CANARY}\n`,
  'sub/plain.txt': 'plain\n',
  'src/a.txt': 'source\n',
  'AGENTS.md': 'rules\n',
  'node_modules/left/index.js': 'module.exports = "left"\n',
  'package.json': '{"name":"p","scripts":{"show":"cat .env","own":"echo x > AGENTS.md"}}\n',
  'secret.mjs': `import './.env'\n`,
};

/** Commands that would print the canary or change AGENTS.md without the wall. */
const ATTEMPTS = [
  'cat .env',
  'cat soft hard',
  'head -1 .env',
  'grep -rn canary .',
  'grep -rz canary .',
  'find . -name ".e*" -exec cat {} +',
  'rg -uuu canary',
  'cp .env copy; cat copy',
  'cp -r . /tmp/all; cat /tmp/all/.env /tmp/all/sub/.aws/credentials',
  'mv .env moved; cat moved',
  'mv sub/.aws open; cat open/credentials',
  'ln .env second; cat second',
  'ln -s .env third; cat third',
  'tar cf /tmp/t.tar .; tar xOf /tmp/t.tar',
  'zip -qr /tmp/z.zip .; unzip -p /tmp/z.zip',
  'exec 3<.env; cat <&3',
  'read line < .env; echo "$line"',
  'while read l; do echo "$l"; done < .env',
  'source .env; echo "$KEY"',
  '. ./.env; echo "$KEY"',
  'mapfile lines < .env; echo "${lines[@]}"',
  'echo "$(<.env)"',
  'cat < .env & wait',
  'sed -n p .env',
  'awk 1 .env; awk \'BEGIN{while((getline l < ".env")>0) print l}\'',
  'dd if=.env; xxd .env; od -c .env | tr -d " "; base64 .env | base64 -d; rev .env | rev; strings .env',
  'node --env-file=.env -p process.env.KEY',
  'node secret.mjs',
  'npm run show',
  'env -i /bin/cat .env',
  'cat /proc/self/fd/3 3< .env',
  'cat /home/../home/project/./.env',
  'cd sub && cat ../.env .aws/credentials',
  'xargs cat <<< .env',
  'diff .env src/a.txt; cmp -l .env src/a.txt; comm .env src/a.txt; paste .env; sort .env; uniq .env; tac .env; nl .env; fold .env; cut -c1- .env',
  'echo evil > AGENTS.md',
  'echo evil >> AGENTS.md',
  'tee AGENTS.md < src/a.txt',
  'sed -i s/rules/evil/ AGENTS.md',
  'cp src/a.txt AGENTS.md; mv src/a.txt AGENTS.md; ln -sf src/a.txt AGENTS.md',
  'rm -f AGENTS.md; truncate -s 0 AGENTS.md; touch AGENTS.md; chmod 777 AGENTS.md',
  'ln AGENTS.md other; echo evil > other',
  'ln -s AGENTS.md link; echo evil > link',
  'exec 4>AGENTS.md',
  'npm run own',
  'echo "module.exports=1" > node_modules/left/index.js; mkdir .git; mkdir -p .husky/x; echo x > /etc/hosts; echo x > ~/.bashrc',
];

/** Reads and writes files in every way that Node has; prints the contents it got, and the codes of the failures. */
const NODE_PROGRAM = `
const fs = require('node:fs'); const { Worker } = require('node:worker_threads'); const { execSync, spawnSync } = require('node:child_process');
const codes = new Set(); const outs = [];
const tryIt = async (name, work) => { try { outs.push(String(await work())); } catch (error) { codes.add(error.code ?? name + ': ' + error.message); } };
const collect = (stream) => new Promise((resolve, reject) => { let t = ''; stream.on('data', (c) => t += c).on('end', () => resolve(t)).on('error', reject); });
const inThread = (code) => new Promise((resolve) => new Worker(code, { eval: true }).on('message', resolve));
(async () => {
  await tryIt('readFileSync', () => fs.readFileSync('.env'));
  await tryIt('readFile', () => fs.promises.readFile('.env', 'utf8'));
  await tryIt('callback', () => new Promise((y, n) => fs.readFile('.env', (e, d) => e ? n(e) : y(d))));
  await tryIt('stream', () => collect(fs.createReadStream('.env')));
  await tryIt('open', async () => { const h = await fs.promises.open('.env'); return (await h.readFile()).toString(); });
  await tryIt('openSync', () => { const b = Buffer.alloc(99); fs.readSync(fs.openSync('.env', 'r+'), b); return b; });
  await tryIt('copy', () => { fs.copyFileSync('.env', 'c1'); return fs.readFileSync('c1'); });
  await tryIt('cp', () => { fs.cpSync('sub', '/tmp/sub', { recursive: true }); return fs.readFileSync('/tmp/sub/.aws/credentials'); });
  await tryIt('rename', () => { fs.renameSync('.env', 'c2'); return fs.readFileSync('c2'); });
  await tryIt('link', () => { fs.linkSync('.env', 'c3'); return fs.readFileSync('c3'); });
  await tryIt('symlink', () => { fs.symlinkSync('.env', 'c4'); return fs.readFileSync('c4'); });
  await tryIt('opendir', async () => { for await (const e of await fs.promises.opendir('.')) if (e.name === '.env') outs.push(fs.readFileSync(e.parentPath + '/' + e.name)); });
  await tryIt('require', () => require('./.env'));
  await tryIt('import', () => import(process.cwd() + '/.env'));
  await tryIt('loadEnvFile', () => { process.loadEnvFile('.env'); return process.env.KEY; });
  await tryIt('exec', () => execSync('cat .env', { stdio: 'pipe' }));
  outs.push(spawnSync('cat', ['.env']).stdout);
  outs.push(await inThread("try { require('worker_threads').parentPort.postMessage(String(require('fs').readFileSync('.env'))) } catch (e) { require('worker_threads').parentPort.postMessage(e.code) }"));
  await tryIt('write', () => fs.writeFileSync('AGENTS.md', 'evil'));
  await tryIt('append', () => fs.appendFileSync('AGENTS.md', 'evil'));
  await tryIt('writeStream', () => new Promise((y, n) => fs.createWriteStream('AGENTS.md').on('error', n).on('finish', y).end('evil')));
  await tryIt('truncate', () => fs.truncateSync('AGENTS.md'));
  await tryIt('rm', () => fs.rmSync('sub', { recursive: true, force: true }));
  await tryIt('mkdir', () => fs.mkdirSync('.git/hooks', { recursive: true }));
  await tryIt('chmod', () => fs.chmodSync('AGENTS.md', 0o777));
  await tryIt('utimes', () => fs.utimesSync('AGENTS.md', 1, 1));
  console.log(JSON.stringify({ outs, codes: [...codes] }));
})();
`;

describeItsOwn('the wall around guarded files', () => {
  const client = useClient({ withAgent: true });
  const run = async (command: string, touches: AgentRunOptions['touches'] = NOTHING) => {
    const { outcome } = await client.inPage(({ command, options }) => agentRun(command, options), {
      command,
      options: touches === undefined ? {} : { touches },
    });
    // Without a terminal's colours, which split words.
    return { ...outcome, output: withoutEscapeCodes(outcome.output) };
  };
  const runFree = async (command: string) => {
    const { outcome } = await client.inPage((given) => agentRun(given), command);
    return outcome.output;
  };
  const prepare = () =>
    client.inPage(
      async ({ files }) => {
        const { runtime } = await agentRuntime();
        // The runtime's branded path type.
        for (const [path, text] of Object.entries(files))
          await runtime.writeFile(path as Parameters<typeof runtime.writeFile>[0], new TextEncoder().encode(text));
        await agentRun('ln -sf .env soft; ln -f .env hard; cd /home/project');
      },
      { files: FILES },
    );
  const state = () => runFree('cat .env AGENTS.md node_modules/left/index.js sub/.aws/credentials /etc/hosts; ls -A .');

  it('keeps every program of the shell from keys and from what is protected, and leaves both as they were', async () => {
    await prepare();
    const before = await state();
    const printed: string[] = [];
    for (const command of ATTEMPTS) {
      const { output } = await run(command);
      if (output.includes(CANARY) || output.includes(CANARY.split('').reverse().join(''))) printed.push(command);
      // Removes files that an attempt created next to the guarded ones; the shell must stay in the project.
      await runFree('cd /home/project; rm -rf copy link third other /tmp/all /tmp/t.tar /tmp/z.zip');
    }
    expect(printed).toEqual([]);
    expect(await state()).toBe(before);
  }, 240_000);

  it('keeps a program of Node from them in every way that Node has', async () => {
    await prepare();
    const before = await runFree('cat .env AGENTS.md sub/.aws/credentials');
    await client.inPage(async (text) => {
      const { runtime } = await agentRuntime();
      await runtime.writeFile('probe.cjs' as Parameters<typeof runtime.writeFile>[0], new TextEncoder().encode(text));
    }, NODE_PROGRAM);
    const { output } = await run('node probe.cjs');
    expect(output).not.toContain(CANARY);
    expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toMatchObject({ codes: expect.arrayContaining(['EACCES']) });
    expect(await runFree('cat .env AGENTS.md sub/.aws/credentials')).toBe(before);
  });

  it('lets a search continue, with the words and the exit code of the real one, and says what was skipped', async () => {
    await prepare();
    await runFree('rm -f soft hard');
    const { output, ...outcome } = await run('grep -rn source .');
    expect(output).toContain('./src/a.txt:1:source');
    expect(output).toContain('grep: ./.env: Permission denied');
    expect(outcome).toMatchObject({ status: 'completed', exitCode: 2 });
    expect(outcome.refused).toContainEqual({ access: 'read', path: '.env' });
    const copied = await run(
      'cp -r sub /tmp/copied; echo $?; cat /tmp/copied/plain.txt; tar cf /tmp/s.tar sub; echo $?; tar tf /tmp/s.tar',
    );
    expect(copied.output.replaceAll('\r', '')).toContain("cp: cannot create directory '/tmp/copied/.aws': Permission denied\n1\nplain\n");
    expect(copied.output.replaceAll('\r', '')).toContain('tar: sub/.aws/credentials: Cannot open: Permission denied\n');
    expect(copied.output).toContain('\nsub/plain.txt\r\n');
  });

  it('has a project’s script load an empty environment, as where there is none, and says that it was kept from it', async () => {
    await prepare();
    await runFree(`echo "console.log('loaded', require('fs').readFileSync('.env', 'utf8').length)" > loads.cjs`);
    await runFree(`sed -i 's/"own":/"loads":"node loads.cjs","own":/' package.json`);
    const outcome = await run('npm run loads');
    expect(outcome).toMatchObject({ status: 'completed', exitCode: 0, output: expect.stringContaining('loaded 0') });
    expect(outcome.refused).toContainEqual({ access: 'read', path: '.env' });
  });

  it('gives what was approved, and nothing else', async () => {
    await prepare();
    expect((await run('cat .env sub/.aws/credentials', { ...NOTHING, read: ['.env'] })).output).toContain(`KEY=${CANARY}`);
    expect((await run('echo new > AGENTS.md && cat AGENTS.md; echo x > .env', { ...NOTHING, write: ['AGENTS.md'] })).output).toMatch(
      /^new\r\n.*Permission denied/,
    );
    expect((await run('npm run show; npm run own', { ...NOTHING, secrets: true })).output).toMatch(
      new RegExp(`KEY=${CANARY}[\\s\\S]*AGENTS.md: Permission denied`),
    );
  });

  it('holds what is left in the background, and hands the variables of the shell on all the same', async () => {
    await prepare();
    const { output } = await run('export SHOWN=yes; (sleep 0.3; cat .env; for f in /tmp/.agent-env-*; do echo evil=1 >> $f; done) & wait');
    expect(output).toContain('Permission denied');
    expect(output).not.toContain(CANARY);
    const next = await run('echo "$SHOWN $evil"; ls -A /tmp | grep -c agent-env');
    expect(next.output).toMatch(/^yes \r\n[12]\r\n$/);
    expect(next.refused ?? []).toEqual([]);
  });

  it('takes a grant that it cannot read for one that allows nothing', async () => {
    await prepare();
    const { output } = await client.inPage(async () => {
      const { runtime } = await agentRuntime();
      const child = await runtime.spawn({
        command: 'jsh',
        args: ['-c', 'cat .env; env'],
        env: { DEVONZ_PROCESS_GRANT: '{"secrets":"allow"}' },
      });
      let text = '';
      const reader = child.output.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
      return { output: text };
    });
    expect(output).toContain('cat: .env: Permission denied');
    expect(output).not.toContain('DEVONZ_PROCESS_GRANT');
  });
});
