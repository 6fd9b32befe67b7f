import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../abi/program.ts';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from '../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

async function printed(source: string): Promise<string> {
  const { run } = createTestKernel({ programs: { node }, files: { '/home/project/a.js': source } });
  return (await run(['node', 'a.js'])).stdout;
}

describe('require("events")', () => {
  it('warns once of too many listeners, with what Node says', async () => {
    const source = `
      const EventEmitter = require('events');
      class Source extends EventEmitter {}
      const source = new Source().setMaxListeners(1);
      process.on('warning', ({ name, message, count, type }) => console.log(name, count, type, message));
      for (const _ of [1, 2, 3]) source.on('x', () => {});`;
    expect(await printed(source)).toBe(
      'MaxListenersExceededWarning 2 x Possible EventEmitter memory leak detected. 2 x listeners added to [Source]. MaxListeners is 1. Use emitter.setMaxListeners() to increase limit\n',
    );
  });

  it('makes an error event of a promise that fails, when asked to', async () => {
    const source = `
      const emitter = new (require('events'))({ captureRejections: true });
      emitter.on('error', (error) => console.log('caught', error.message)).on('x', async () => { throw new Error('no'); });
      emitter.emit('x');`;
    expect(await printed(source)).toBe('caught no\n');
  });

  it('counts, names and removes listeners as Node does, on anything it is called on', async () => {
    const source = `
      const EventEmitter = require('events');
      const log = () => {};
      const emitter = new EventEmitter();
      emitter.once('a', log).on('a', log).on('b', log);
      console.log(emitter.listenerCount('a'), emitter.listenerCount('a', log), emitter.listenerCount('a', () => {}), emitter.eventNames());
      emitter.on('removeListener', (name) => console.log('removed', name));
      emitter.off('a', log).removeAllListeners('b');
      console.log(emitter.eventNames(), EventEmitter.prototype.on === EventEmitter.prototype.addListener, emitter.constructor === EventEmitter);
      for (const wrong of [() => emitter.off('a', null), () => emitter.setMaxListeners(-1), () => emitter.emit('error', { a: 1 })])
        try { wrong(); } catch (error) { console.log(error.code, error.message); }
      console.log(EventEmitter.prototype.emit.call({}, 'x'));`;
    expect(await printed(source)).toBe(
      [
        "2 2 0 [ 'a', 'b' ]",
        'removed a',
        'removed b',
        "[ 'a', 'removeListener' ] true true",
        'ERR_INVALID_ARG_TYPE The "listener" argument must be of type function. Received null',
        'ERR_OUT_OF_RANGE The value of "setMaxListeners" is out of range. It must be >= 0. Received -1',
        'ERR_UNHANDLED_ERROR Unhandled error. ({ a: 1 })',
        'false\n',
      ].join('\n'),
    );
  });
});
