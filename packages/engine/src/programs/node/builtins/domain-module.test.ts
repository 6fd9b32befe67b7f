import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../abi/program.ts';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from '../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

const HEAD = `
  const domain = require('domain'), EventEmitter = require('events');
  const log = (...values) => console.log(...values);
  const d = domain.create();
  d.on('error', (error) => log('caught', error.message, error.domain === d, error.domainThrown));
`;

async function run(source: string): Promise<{ exitCode: number; lines: string[]; stderr: string }> {
  const kernel = createTestKernel({ programs: { node }, files: { '/home/project/a.js': HEAD + source } });
  const { exitCode, stdout, stderr } = await kernel.run(['node', 'a.js']);
  return { exitCode, lines: stdout.split('\n').slice(0, -1), stderr };
}

/** The expected output was printed by Node 22 for the same programs. */
describe('require("domain")', () => {
  it('has the errors of what was started inside: at once, by a timer, by a tick', async () => {
    const { exitCode, lines } = await run(`
      d.run(() => setTimeout(() => { log('in', process.domain === d); throw new Error('timer'); }, 1));
      d.run(() => process.nextTick(() => { throw new Error('tick'); }));
      log('out', process.domain === null || process.domain === undefined, domain._stack.length);
      d.run(() => { throw new Error('sync'); });`);
    expect(lines).toEqual(['out true 0', 'caught sync true true', 'caught tick true true', 'in true', 'caught timer true true']);
    expect(exitCode).toBe(0);
  });

  it('has the error events of its emitters that nobody listens to', async () => {
    const { lines } = await run(`
      const added = new EventEmitter();
      d.add(added);
      added.emit('error', new Error('added'));
      let inner;
      d.run(() => { inner = new EventEmitter(); });
      inner.on('x', () => log('x in', process.domain === d));
      inner.emit('x');
      inner.emit('error', new Error('inner'));
      d.remove(added);
      try { added.emit('error', new Error('removed')); } catch (error) { log('thrown', error.message); }`);
    expect(lines).toEqual(['caught added true false', 'x in true', 'caught inner true false', 'thrown removed']);
  });

  it('binds callbacks, and intercepts the errors that are given to them', async () => {
    const { lines } = await run(`
      log(d.bind((value) => { log('bound', value, process.domain === d); return 7; })(1));
      const intercepted = d.intercept((value) => log('value', value));
      intercepted(null, 5);
      intercepted(new Error('given'));
      require('fs').readFile('/no-such-file', d.intercept(() => {}));`);
    expect(lines.slice(0, 4)).toEqual(['bound 1 true', '7', 'value 5', 'caught given true false']);
    expect(lines[4]).toMatch(/^caught ENOENT/);
  });

  it('leaves an error to the process when no domain listens, and ends it when a listener throws', async () => {
    const unheard = await run(`
      process.on('uncaughtException', (error) => log('process', error.message));
      domain.create().run(() => setTimeout(() => { throw new Error('nobody'); }, 1));`);
    expect(unheard.lines).toEqual(['process nobody']);
    const failing = await run(`
      const inner = domain.create().on('error', () => { throw new Error('of the listener'); });
      d.run(() => inner.run(() => setTimeout(() => { throw new Error('first'); }, 1)));`);
    expect(failing).toMatchObject({ exitCode: 7, lines: [] });
    expect(failing.stderr).toContain('of the listener');
  });
});
