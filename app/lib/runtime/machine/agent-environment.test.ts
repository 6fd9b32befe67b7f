import { AGENT_VARIABLE } from 'devonz-engine-protocol/secret-variable';
import { expect, test } from 'vitest';
import { FACTS } from '../../machines/testing/machine-facts.ts';
import { isCutOffOutput } from '../../protocol/machines/ended-with-connection.ts';
import type { ResolvedHost } from '../hosts.ts';
import { scriptedShell } from '../testing/scripted-shell.ts';

const MACHINE: ResolvedHost = { host: 'machine', origin: 'http://x.ide.localhost:8798', facts: FACTS };

test('on a real machine each command is asked for as the agent’s, also one that goes into the background and the next one', async () => {
  const { run, process, spawned, emit } = scriptedShell({ host: MACHINE });
  const serving = run('npm start');
  (await process(0)).print('listening\n');
  emit({ type: 'server-ready', port: 3000, url: 'http://p3000' });
  expect(await serving).toMatchObject({ status: 'running' });
  const next = run('env', { hasTerminal: true });
  (await process(1)).exit(0);
  await next;
  expect(spawned.map(({ env }) => env?.[AGENT_VARIABLE])).toEqual(['1', '1']);
});

test.each<ResolvedHost>([{ host: 'stackblitz' }, { host: 'engine', origin: '' }])(
  'where nothing of the user’s is in the environment ($host), no variable is added that programs could see',
  async (host) => {
    const { run, process, spawned } = scriptedShell({ host });
    const outcome = run('env');
    (await process(0)).exit(0);
    await outcome;
    expect(spawned[0]?.env?.[AGENT_VARIABLE]).toBeUndefined();
  },
);

test('a command that ends with the connection says so below what it had printed; one that only fails does not', async () => {
  const { run, process, emit } = scriptedShell({ host: MACHINE });
  const cut = run('make');
  const played = await process(0);
  played.print('compiling');
  emit({ type: 'connection', isThere: false, lost: [] });
  played.exit(255);
  const outcome = await cut;
  expect(outcome).toMatchObject({ status: 'completed', exitCode: 255, output: expect.stringMatching(/^compiling\r\n\[It ended with/) });
  expect(isCutOffOutput(255, outcome.output)).toBe(true);
  const failed = run('ssh other');
  (await process(1)).exit(255);
  expect(isCutOffOutput(255, (await failed).output)).toBe(false);
});
