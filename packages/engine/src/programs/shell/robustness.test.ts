import { describe, expect, it } from 'vitest';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from './coreutils-program.ts';
import { jshProgram } from './jsh-program.ts';

const programs = { jsh: jshProgram, coreutils: coreutilsProgram };

async function run(script: string, files: Record<string, string> = {}) {
  return createTestKernel({ programs, files }).run(['bash', '-c', script]);
}

describe('jsh under load', () => {
  it('ends a fork bomb by the limit of subshells, with a reason', async () => {
    const result = await run(':(){ :|:& };:; wait; echo alive');
    expect(result.stdout).toBe('alive\n');
    expect(result.stderr).toContain('fork: Resource temporarily unavailable');
  });

  it('ends a function that calls itself without end, with a reason', async () => {
    const result = await run('f() { f; f; }; f; echo never');
    expect(result).toMatchObject({ stdout: '', exitCode: 1 });
    expect(result.stderr).toContain('f: maximum function nesting level exceeded (1000)');
  });

  it('counts down through 900 calls', async () => {
    expect(await run('f() { [ $1 -eq 0 ] && { echo end; return; }; f $(($1 - 1)); }; f 900')).toMatchObject({ stdout: 'end\n' });
  });

  it('streams: what a reader leaves ends the writer', async () => {
    expect(await run('yes | head -2; cat /dev/zero | head -c 5000000 | wc -c; seq 1000000 | tail -1')).toMatchObject({
      stdout: 'y\ny\n5000000\n1000000\n',
      stderr: '',
    });
  });

  it('passes on a here-document of 5 MB', async () => {
    const body = `${'0123456789abcdef'.repeat(63)}\n`.repeat(5000);
    const files = { '/home/project/long.sh': `wc -c <<'END'\n${body}END\n` };
    expect(await run('bash long.sh', files)).toMatchObject({ stdout: `${body.length}\n`, stderr: '' });
  });

  it('expands a glob over 20 000 files', async () => {
    const files = Object.fromEntries(Array.from({ length: 20_000 }, (_unused, index) => [`/home/project/many/f${index}.txt`, '']));
    expect(await run('set -- many/*.txt; echo $#; find many -type f | wc -l; printf "%s\\n" many/f1999?.txt | wc -l', files)).toMatchObject(
      {
        stdout: '20000\n20000\n10\n',
      },
    );
  });

  it('runs a thousand short commands in one shell, each with its output and code', async () => {
    const script = Array.from({ length: 1000 }, (_unused, index) => `(exit ${index % 256}); echo "${index} $?"`).join('\n');
    const expected = Array.from({ length: 1000 }, (_unused, index) => `${index} ${index % 256}\n`).join('');
    expect(await run(script)).toEqual({ stdout: expected, stderr: '', exitCode: 0 });
  });
});

describe('signals of jsh', () => {
  it('runs the EXIT trap when a signal ends it, and ends by that signal', async () => {
    const { start } = createTestKernel({ programs });
    const session = start(['bash', '-c', "trap 'echo cleaned up' EXIT; echo ready; sleep 60"]);
    const decoder = new TextDecoder();
    let output = '';
    while (!output.includes('ready')) output += decoder.decode(await session.readOutput());
    session.kill();
    for (let bytes = await session.readOutput(); bytes.length > 0; bytes = await session.readOutput()) output += decoder.decode(bytes);
    expect(output).toBe('ready\ncleaned up\n');
    expect(await session.exit).toMatchObject({ signal: 'SIGTERM' });
  });

  it('ends a command inside the shell on SIGINT and then runs the trap', async () => {
    const script = "trap 'echo interrupted' INT; (sleep 0.05; kill -INT $$) & sleep 60; echo after $?; wait";
    expect(await run(script)).toMatchObject({ stdout: 'interrupted\nafter 130\n', stderr: '' });
  });
});
