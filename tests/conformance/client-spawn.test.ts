import { describe, expect, it } from 'vitest';
import { useClient } from './harness/use-client.ts';
import { workdirPattern } from './harness/workdir-pattern.ts';

describe('spawn', () => {
  const client = useClient();

  it('gives output and exit code', async () => {
    const seen = await client.inPage(async () => [
      await runToEnd('jsh', ['-c', 'echo out; echo err >&2; exit 7']),
      await runToEnd('jsh', ['-c', 'true']),
      await runToEnd('echo', ['as', 'a', 'program']),
    ]);
    expect(seen).toEqual([
      { exitCode: 7, output: 'out\nerr\n' },
      { exitCode: 0, output: '' },
      { exitCode: 0, output: 'as a program\n' },
    ]);
  });

  it('hands over all of a large output, with whole characters in every chunk', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      const line = `${'äöü€😀'.repeat(40)}\n`;
      await container.fs.writeFile('large.txt', line.repeat(20_000));
      const child = await container.spawn('cat', ['large.txt']);
      let length = 0;
      let isDamaged = false;
      await child.output.pipeTo(
        new WritableStream({
          write(text) {
            length += text.length;
            if (text.includes('\ufffd')) isDamaged = true;
          },
        }),
      );
      return { isWhole: length === line.length * 20_000, isDamaged, exitCode: await child.exit };
    });
    expect(seen).toEqual({ isWhole: true, isDamaged: false, exitCode: 0 });
  });

  it('refuses a program that does not exist', async () => {
    expect(await client.inPage(async () => messageOf((await booted()).spawn('no-such-program')))).toContain('ENOENT');
  });

  it('passes arguments as they are, the environment and the working directory', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('inner', { recursive: true });
      return [
        await runToEnd('echo', ['$HOME', '*', "it's"]),
        await runToEnd('jsh', ['-c', 'echo $GREETING $NUMBER $FLAG'], { env: { GREETING: 'hello you', NUMBER: 3, FLAG: true } }),
        await runToEnd('jsh', ['-c', 'pwd'], { cwd: 'inner' }),
      ];
    });
    expect(seen.map(({ output }) => output)).toEqual([
      "$HOME * it's\n",
      'hello you 3 true\n',
      expect.stringMatching(workdirPattern('/inner\n')),
    ]);
  });

  it('streams input to a program that reads it', async () => {
    const output = await client.inPage(async () => {
      const child = await (await booted()).spawn('head', ['-n', '2']);
      const writer = child.input.getWriter();
      await writer.write('first\n');
      await writer.write('second\nthird\n');
      return outputOf(child);
    });
    expect(output).toBe('first\nsecond\n');
  });

  it('shows output while the program still runs', async () => {
    const seen = await client.inPage(async () => {
      const child = await (await booted()).spawn('jsh', ['-c', 'echo early; sleep 100']);
      const reader = child.output.getReader();
      const { value } = await reader.read();
      child.kill();
      return { value, exitCode: await child.exit };
    });
    expect(seen.value).toBe('early\n');
    expect(seen.exitCode).not.toBe(0);
  });

  it('ends a program that never ends by itself, and all it has started', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      const child = await container.spawn('jsh', ['-c', 'sh -c "while true; do :; done" | cat']);
      await container.spawn('jsh', ['-c', 'true']);
      child.kill();
      const exitCode = await child.exit;
      const { output } = await runToEnd('ps', []);
      return { exitCode, output };
    });
    expect(seen.exitCode).not.toBe(0);
    expect(seen.output).not.toContain('while true');
  });

  it('runs programs side by side', async () => {
    const outputs = await client.inPage(async () => {
      const runs = ['1', '2', '3', '4'].map((name) => runToEnd('jsh', ['-c', `echo ${name}; sleep 0.1; echo ${name}`]));
      return (await Promise.all(runs)).map(({ output }) => output);
    });
    expect(outputs).toEqual(['1\n1\n', '2\n2\n', '3\n3\n', '4\n4\n']);
  });

  it('shares its files with the client', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.writeFile('in.txt', 'b\na\n');
      await runToEnd('jsh', ['-c', 'sort in.txt > out.txt && mkdir made && mv out.txt made/']);
      return fs.readFile('made/out.txt', 'utf8');
    });
    expect(seen).toBe('a\nb\n');
  });

  it('sends no output when it is asked not to', async () => {
    const seen = await client.inPage(async () => {
      const child = await (await booted()).spawn('echo', ['unseen'], { output: false });
      return child.exit;
    });
    expect(seen).toBe(0);
  });
});
