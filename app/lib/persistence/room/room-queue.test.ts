import { expect, test } from 'vitest';
import { RoomQueue } from './room-queue.ts';

const full = () => new DOMException('', 'QuotaExceededError');

function disk() {
  const written: string[] = [];
  const state = { hasRoom: true, said: 0 };
  const queue = new RoomQueue(() => state.said++);
  const write = (text: string) =>
    queue.write(async () => {
      if (!state.hasRoom) throw full();
      written.push(text);
      return text;
    });
  return { queue, write, written, state };
}

test('what finds no room waits, in its order, until there is some', async () => {
  const { queue, write, written, state } = disk();
  state.hasRoom = false;
  const [first, second] = [write('first'), write('second')];
  await expect.poll(() => state.said).toBe(2);
  expect(queue.hasWaiting).toBe(true);
  await expect(queue.tryAgain()).rejects.toMatchObject({ name: 'QuotaExceededError' });
  state.hasRoom = true;
  await queue.tryAgain();
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect([written, queue.hasWaiting]).toEqual([['first', 'second'], false]);
});

test('once it is closed nobody waits: what waited rejects, and so does what comes', async () => {
  const { queue, write, state } = disk();
  state.hasRoom = false;
  const waiting = write('waiting');
  await expect.poll(() => queue.hasWaiting).toBe(true);
  queue.close();
  await expect(waiting).rejects.toMatchObject({ name: 'QuotaExceededError' });
  await expect(write('later')).rejects.toMatchObject({ name: 'QuotaExceededError' });
  queue.open();
  state.hasRoom = true;
  expect(await write('now')).toBe('now');
});

test('what fails for something else fails at once, also when its turn comes again', async () => {
  const queue = new RoomQueue(() => undefined);
  await expect(queue.write(() => Promise.reject(new Error('taken')))).rejects.toThrow('taken');
  let error: Error = full();
  const waiting = queue.write(() => Promise.reject(error));
  await expect.poll(() => queue.hasWaiting).toBe(true);
  error = new Error('taken');
  await queue.tryAgain();
  await expect(waiting).rejects.toThrow('taken');
});
