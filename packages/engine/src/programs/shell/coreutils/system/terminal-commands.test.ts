import { describe, expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../coreutils-program.ts';
import { jshProgram } from '../../jsh-program.ts';

const programs = { jsh: jshProgram, coreutils: coreutilsProgram };

async function onTerminal(script: string, env: Record<string, string> = {}): Promise<string> {
  const kernel = createTestKernel({ programs });
  const { stdout } = await kernel.run(['bash', '-c', script], {
    terminal: { columns: 100, rows: 30 },
    env: { TERM: 'xterm-256color', ...env },
  });
  return stdout.replaceAll('\r\n', '\n');
}

async function withoutTerminal(script: string, env: Record<string, string> = {}) {
  return createTestKernel({ programs }).run(['bash', '-c', script], { env: { TERM: 'xterm', ...env } });
}

describe('stty', () => {
  it.each([
    ['stty size', '30 100\n'],
    ['stty', 'speed 38400 baud; line = 0;\n'],
    ['stty -echo; stty', 'speed 38400 baud; line = 0;\n-echo\n'],
    ['stty raw -echo; stty; stty sane; stty', 'speed 38400 baud; line = 0;\n-isig -icanon -echo\nspeed 38400 baud; line = 0;\n'],
    ['stty -icanon min 1 time 0; stty', 'speed 38400 baud; line = 0;\n-icanon\n'],
    ['stty -isig; stty; stty isig; stty', 'speed 38400 baud; line = 0;\n-isig\nspeed 38400 baud; line = 0;\n'],
    [
      'stty -isig -icanon; was=$(stty -g); stty sane; stty; stty $was; stty',
      'speed 38400 baud; line = 0;\nspeed 38400 baud; line = 0;\n-isig -icanon\n',
    ],
    ['echo a | stty size -F /dev/tty', '30 100\n'],
    ['stty --file=/dev/tty size < /dev/null', '30 100\n'],
    ['size=$(stty size); echo "$size"', '30 100\n'],
    ['stty nonsense; echo $?', "stty: invalid argument 'nonsense'\nTry 'stty --help' for more information.\n1\n"],
    ['stty cols 20; echo $?', "stty: 'cols' cannot be set: the size is that of the terminal's panel\n1\n"],
  ])('%s', async (script, expected) => {
    expect(await onTerminal(script)).toBe(expected);
  });

  it('restores what -g has printed', async () => {
    expect(await onTerminal('stty -echo; was=$(stty -g); stty raw echo; stty $was; stty')).toBe('speed 38400 baud; line = 0;\n-echo\n');
    expect(await onTerminal('stty -g')).toMatch(/^[\da-f]+(:[\da-f]+){35}\n$/);
  });

  it('shows all settings with -a', async () => {
    expect(await onTerminal('stty -echo; stty -a')).toMatch(/rows 30; columns 100;.*\n.*\n.*\nisig icanon -echo /);
  });

  it('says that a pipe is no terminal', async () => {
    expect(await withoutTerminal('stty size')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: "stty: 'standard input': Inappropriate ioctl for device\n",
    });
    expect((await withoutTerminal('stty -g -F /dev/tty')).exitCode).toBe(1);
  });

  it('gives keys to a program, and lines again afterwards', async () => {
    const kernel = createTestKernel({ programs });
    const session = kernel.start(['bash', '-c', 'stty raw -echo; head -c 1 > key; stty sane; read line; echo "$(cat key)-$line"'], {
      terminal: { columns: 80, rows: 24 },
    });
    session.write(new TextEncoder().encode('k'));
    session.write(new TextEncoder().encode('typed\r'));
    let shown = '';
    for (let bytes = await session.readOutput(); bytes.length > 0; bytes = await session.readOutput())
      shown += new TextDecoder().decode(bytes);
    expect(shown).toContain('k-typed\r\n');
  });
});

describe('tput', () => {
  it.each([
    ['tput cols', '100\n'],
    ['tput lines', '30\n'],
    ['width=$(tput cols 2>/dev/null); echo $width', '100\n'],
    ['tput colors', '256\n'],
    ['tput bold; tput setaf 1; tput setab 12; tput setaf 200; tput sgr0', '\x1b[1m\x1b[31m\x1b[104m\x1b[38;5;200m\x1b(B\x1b[m'],
    ['tput cup 2 5', '\x1b[3;6H'],
    ['tput -T xterm colors', '8\n'],
    ["printf 'bold\\nsetaf 2\\n' | tput -S", '\x1b[1m\x1b[32m'],
    ['tput nonsense; echo $?', "tput: unknown terminfo capability 'nonsense'\n4\n"],
  ])('%s', async (script, expected) => {
    expect(await onTerminal(script)).toBe(expected);
  });

  it.each([
    ['tput cols', { COLUMNS: '40' }, '40\n', 0],
    ['tput cols', {}, '80\n', 0],
    ['tput colors', { TERM: 'dumb' }, '-1\n', 0],
    ['tput bold', { TERM: 'dumb' }, '', 1],
    ['tput bold', { TERM: '' }, '', 2],
  ])('%s without a terminal, %j', async (script, env, stdout, exitCode) => {
    expect(await withoutTerminal(script, env)).toMatchObject({ stdout, exitCode });
  });
});

describe('df', () => {
  it('tells the limit of the files, and not what they hold', async () => {
    expect((await withoutTerminal('df')).stdout).toBe(
      'Filesystem   1K-blocks Used Available Use% Mounted on\nmemory         2097152    -         -    - /\n',
    );
    expect((await withoutTerminal('df -h .')).stdout).toBe(
      'Filesystem        Size Used Avail Use% Mounted on\nmemory            2.0G    -     -    - /\n',
    );
    expect((await withoutTerminal('df -Pk .')).stdout).toBe(
      'Filesystem 1024-blocks Used Available Capacity Mounted on\nmemory         2097152    -         -        - /\n',
    );
    expect((await withoutTerminal('df --output=fstype,target -BM')).stdout).toBe('Type  Mounted on\ntmpfs /\n');
    expect((await withoutTerminal('df -Bx; df --output=x 2>&1 | head -1; df -i')).stdout).toContain(
      "field 'x' unknown\nFilesystem Inodes IUsed",
    );
    expect(await withoutTerminal('df nowhere')).toMatchObject({ exitCode: 1, stdout: '' });
  });
});

describe('nproc', () => {
  it.each([
    ['test $(nproc --all) -ge $(nproc --ignore=1) && nproc --ignore=9999', '1\n'],
    ['nproc --ignore=x 2>&1; nproc 3 2>&1 | head -1', "nproc: invalid number: 'x'\nnproc: extra operand '3'\n"],
  ])('%s', async (script, expected) => {
    expect((await withoutTerminal(script)).stdout).toBe(expected);
  });
});
