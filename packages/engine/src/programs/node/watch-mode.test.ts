import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from './testing/bundle-node-program.ts';

describe('node --watch', () => {
  let node: Program;
  beforeAll(async () => {
    node = await loadNodeProgram();
  });

  /** Starts the program and returns a function that waits for an output, limited by the test's own timeout. */
  function watch(args: string[], files: Record<string, string>) {
    const mounted = Object.fromEntries(Object.entries(files).map(([path, content]) => [`/home/project/${path}`, content]));
    const { start, fileSystem } = createTestKernel({ programs: { node }, files: mounted });
    const session = start(['node', ...args]);
    const decoder = new TextDecoder();
    let printed = '';
    const until = async (text: string): Promise<string> => {
      while (!printed.includes(text)) {
        const chunk = await session.readOutput();
        if (chunk.length === 0) throw new Error(`it ended, having printed ${printed}`);
        printed += decoder.decode(chunk);
      }
      const end = printed.indexOf(text) + text.length;
      const seen = printed.slice(0, end);
      printed = printed.slice(end);
      return seen;
    };
    const write = (path: string, text: string) => fileSystem.writeFile(`/home/project/${path}`, new TextEncoder().encode(text));
    return { until, write, session };
  }

  it('runs the program again when a file changes that it has loaded, and says so', async () => {
    const files = {
      'main.js': "const { greet } = require('./greet.js'); greet('world');",
      'greet.js': "exports.greet = (name) => console.log('hello', name);",
      'other.js': '',
    };
    const { until, write, session } = watch(['--watch', 'main.js'], files);
    expect(await until('restarting...\n')).toBe(
      "hello world\nCompleted running 'main.js'. Waiting for file changes before restarting...\n",
    );
    write('other.js', '// nobody loads this');
    write('greet.js', "exports.greet = (name) => console.log('goodbye', name);");
    expect(await until('restarting...\n')).toBe(
      "Restarting 'main.js'\ngoodbye world\nCompleted running 'main.js'. Waiting for file changes before restarting...\n",
    );
    session.kill();
    await session.exit;
  });

  it('ends a program that still runs, and waits after one that fails', async () => {
    const { until, write, session } = watch(['--watch', 'main.mjs', 'given'], {
      'main.mjs': "console.log('one', process.argv[2], process.execArgv.length); setInterval(() => {}, 1000);",
    });
    await until('one given 0\n');
    write('main.mjs', "import './missing.mjs';");
    expect(await until('restarting...\n')).toContain("Failed running 'main.mjs given'");
    write('main.mjs', "console.log('three');");
    expect(await until('restarting...\n')).toBe(
      "Restarting 'main.mjs given'\nthree\nCompleted running 'main.mjs given'. Waiting for file changes before restarting...\n",
    );
    session.kill();
    await session.exit;
  });

  it('ends the program with itself in the middle of a restart, too', async () => {
    // It stays at the first signal and exits at the second.
    const stays =
      "let asked = 0; process.on('SIGTERM', () => { console.log('asked', ++asked); if (asked === 2) process.exit(); }); setInterval(() => {}, 1000);";
    const { until, write, session } = watch(['--watch', 'main.js'], { 'main.js': `${stays} console.log('up');` });
    await until('up\n');
    write('main.js', '// another');
    await until('asked 1\n');
    session.kill();
    await until('asked 2\n');
    await session.exit;
  });

  it('watches folders with --watch-path, whatever the program loads', async () => {
    const files = { 'main.js': "console.log(require('fs').readFileSync('data/text.txt', 'utf8'))", 'data/text.txt': 'first' };
    const { until, write, session } = watch(['--watch-path=data', 'main.js'], files);
    await until('restarting...\n');
    write('data/text.txt', 'second');
    expect(await until('second\n')).toBe("Restarting 'main.js'\nsecond\n");
    session.kill();
    await session.exit;
  });
});
