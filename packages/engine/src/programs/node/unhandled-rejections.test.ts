import EventEmitter from 'events/';
import { describe, expect, it } from 'vitest';
import type { NodeProcess } from './builtins/process/node-process.ts';
import { errorOfRejection, type RejectionMode, UnhandledRejections } from './unhandled-rejections.ts';

/** Returns what one rejection causes in a mode, as in native Node 22. */
function outcomeOf(mode: RejectionMode, listens: { rejections?: boolean; errors?: boolean }, reason: unknown): string[] {
  const told: string[] = [];
  const emitter = new EventEmitter();
  const process = Object.assign(emitter, {
    exitCode: undefined,
    emitWarning: (text: unknown, type: unknown) => told.push(`${String(type)}: ${String(text).slice(0, 27)}`),
  }) as unknown as NodeProcess; // The only part of the process that is used.
  if (listens.rejections) emitter.on('unhandledRejection', () => told.push('unhandledRejection'));
  const rejections = new UnhandledRejections(process, () => {
    told.push(listens.errors ? 'uncaughtException' : 'ended');
    return listens.errors === true;
  });
  rejections.mode = mode;
  rejections.rejected(reason, new Promise<void>(() => {}));
  if (process.exitCode !== undefined) told.push(`exit code ${process.exitCode}`);
  return told;
}

const WARNED = ['UnhandledPromiseRejectionWarning: text', 'UnhandledPromiseRejectionWarning: Unhandled promise rejection'];

describe('a promise that nobody handles', () => {
  it.each([
    ['throw', {}, ['ended']],
    ['throw', { errors: true }, ['uncaughtException']],
    ['throw', { rejections: true }, ['unhandledRejection']],
    ['strict', {}, ['ended']],
    ['strict', { rejections: true }, ['ended']],
    ['strict', { errors: true, rejections: true }, ['uncaughtException', 'unhandledRejection']],
    ['strict', { errors: true }, ['uncaughtException', ...WARNED]],
    ['warn', {}, WARNED],
    ['warn', { rejections: true }, ['unhandledRejection', ...WARNED]],
    ['warn-with-error-code', {}, [...WARNED, 'exit code 1']],
    ['warn-with-error-code', { rejections: true }, ['unhandledRejection']],
    ['none', {}, []],
    ['none', { rejections: true }, ['unhandledRejection']],
  ] as const)('in the mode %s with listeners %j gives %j', (mode, listens, expected) => {
    expect(outcomeOf(mode, listens, 'text')).toEqual(expected);
  });

  it('that is handled later after all is a warning, unless somebody listens', () => {
    const emitter = new EventEmitter();
    const told: unknown[] = [];
    // The only part of the process that is used.
    const process = Object.assign(emitter, { emitWarning: (text: unknown) => told.push(text) }) as unknown as NodeProcess;
    const rejections = new UnhandledRejections(process, () => true);
    const promise = new Promise<void>(() => {});
    rejections.rejected('text', promise);
    rejections.handledLate(promise);
    emitter.on('rejectionHandled', (given: unknown) => told.push(given === promise));
    rejections.handledLate(promise);
    expect(told).toEqual(['Promise rejection was handled asynchronously (rejection id: 1)', true]);
  });

  it.each([
    [{ a: 1 }, '#<Object>'],
    [new (class Own {})(), '#<Own>'],
    [null, 'null'],
    [Symbol('x'), 'Symbol(x)'],
    [[1], '[object Array]'],
    [Object.create(null), '[object Object]'],
    [12, '12'],
    [new Date(0), '[object Date]'],
  ])('has %s as its reason in words', (reason, words) => {
    expect(String(errorOfRejection(reason))).toContain(`with the reason "${words}".`);
  });

  it('is an error for who listens for errors, whatever the reason', () => {
    const reason = new Error('own');
    expect(errorOfRejection(reason)).toBe(reason);
    expect(errorOfRejection('text')).toMatchObject({
      name: 'UnhandledPromiseRejection',
      code: 'ERR_UNHANDLED_REJECTION',
      message: expect.stringContaining('The promise rejected with the reason "text".'),
    });
  });
});
