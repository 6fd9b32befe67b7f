import { expect, test } from 'vitest';
import { scriptedShell } from '../../../../app/lib/runtime/testing/scripted-shell.ts';

test('each command of the agent is a process of its own: no terminal of the user gets a key, no Ctrl-C comes before it', async () => {
  const { run, process, spawned, shell } = scriptedShell();
  const first = run('npm test');
  const played = await process(0);
  expect(spawned).toHaveLength(1);
  expect(played.written).toEqual([]);
  played.print('ok\n');
  played.exit(0);
  expect(await first).toMatchObject({ status: 'completed', exitCode: 0, output: 'ok\n' });
  expect(played.written).toEqual([]);
  const second = run('npm run lint');
  (await process(1)).exit(1);
  expect(await second).toMatchObject({ status: 'completed', exitCode: 1, output: '' });
  expect(spawned).toHaveLength(2);
  expect(shell.directory()).toBe('/home/project');
});
