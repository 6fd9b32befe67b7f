import { describe, expect, it } from 'vitest';
import { itEngineOnly } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';
import { workdirPattern } from './harness/workdir-pattern.ts';

const itsOwn = itEngineOnly('its files live as long as the container; a folder of a machine stays');

describe('boot', () => {
  const client = useClient();

  it('names the working directory after workdirName and gives a path for programs', async () => {
    const { workdir, path } = await client.inPage(async () => {
      const container = await booted();
      return { workdir: container.workdir, path: container.path };
    });
    expect(workdir).toMatch(workdirPattern());
    expect(path.split(':')).toEqual(expect.arrayContaining(['/usr/bin', '/bin']));
  });

  it('starts in an empty working directory', async () => {
    expect(await client.inPage(async () => (await booted()).fs.readdir('/'))).toEqual([]);
  });

  it('refuses a second container next to the first', async () => {
    const message = await client.inPage(async () => {
      await booted();
      return messageOf(WebContainer.boot());
    });
    expect(message).toBe('Only a single WebContainer instance can be booted');
  });

  itsOwn('boots again after a teardown, without the files and processes of the first', async () => {
    const seen = await client.inPage(async () => {
      const first = await booted();
      await first.fs.writeFile('old.txt', 'old');
      await first.spawn('jsh', ['-c', 'sleep 100']);
      first.teardown();
      const second = await WebContainer.boot({ workdirName: 'second' });
      const names = await second.fs.readdir('/');
      const child = await second.spawn('jsh', ['-c', 'echo again']);
      const reader = child.output.getReader();
      const chunk = await reader.read();
      return { workdir: second.workdir, names, output: chunk.value, exitCode: await child.exit };
    });
    expect(seen).toEqual({ workdir: '/home/second', names: [], output: 'again\n', exitCode: 0 });
  });
});
