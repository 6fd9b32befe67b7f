import { expect, test } from 'vitest';
import { LaunchedSessions } from './launched-sessions.ts';

const never = new Promise<void>(() => undefined);
const row = (pid: number, session: number) => ({ pid, parent: 1, session });

test('a session is kept while its program runs, and then while it has left something behind', async () => {
  const launched = new LaunchedSessions();
  const ended = Promise.resolve();
  launched.add(10, never);
  launched.add(20, ended);
  launched.add(30, ended);
  await ended;
  expect([...launched.keep(launched.now(), [row(10, 10), row(21, 20)])]).toEqual([10, 20]);
  expect([...launched.now().keys()]).toEqual([10, 20]);
  expect([...launched.keep(launched.now(), [row(10, 10)])]).toEqual([10]);
});

test('an id that is another process’s by now is not taken for the program’s', async () => {
  const launched = new LaunchedSessions();
  const ended = Promise.resolve();
  launched.add(20, ended);
  await ended;
  expect([...launched.keep(launched.now(), [row(20, 20), row(21, 20)])]).toEqual([]);
  expect(launched.isEmpty).toBe(true);
});

test('a program that ends while the table is read is kept', async () => {
  const launched = new LaunchedSessions();
  const ended = Promise.resolve();
  launched.add(20, ended);
  const at = launched.now();
  await ended;
  expect([...launched.keep(at, [row(20, 20)])]).toEqual([20]);
});
