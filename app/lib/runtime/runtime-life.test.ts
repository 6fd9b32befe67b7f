import { expect, test } from 'vitest';
import { createRuntimeLife } from './runtime-life.ts';

test('calls give what the runtime gives while it lives', async () => {
  const life = createRuntimeLife();
  await expect(life.during(async () => 'read')).resolves.toBe('read');
  await expect(life.during(() => Promise.reject(new Error('ENOENT')))).rejects.toThrow('ENOENT');
  expect(life.hasEnded()).toBe(false);
});

test('calls that wait when it ends, and all later ones, learn why', async () => {
  const life = createRuntimeLife();
  const waiting = life.during(() => new Promise(() => {}));
  life.end('The engine has ended: no memory.');
  await expect(waiting).rejects.toMatchObject({ code: 'EUNAVAILABLE', message: 'The engine has ended: no memory.' });
  await expect(life.during(() => expect.unreachable('it is gone'))).rejects.toMatchObject({ code: 'EUNAVAILABLE' });
  expect(life.hasEnded()).toBe(true);
});
