import { expect, test } from 'vitest';
import { AwaitedConnections } from './awaited-connections.ts';
import { ConnectionRefused, type KernelConnection } from './kernel-connections.ts';

function setUp() {
  let timeIsUp = () => {};
  const connections = new AwaitedConnections((work) => {
    timeIsUp = work;
  });
  const asked: number[] = [];
  let isDisposed = false;
  const kernel = {
    async connect(port: number) {
      asked.push(port);
      return {} as KernelConnection; // Nothing is sent over it.
    },
    dispose() {
      isDisposed = true;
    },
  };
  return { connections, kernel, asked, isDisposed: () => isDisposed, timeIsUp: () => timeIsUp() };
}

test('what is asked before the kernel’s port has come waits for it', async () => {
  const { connections, kernel, asked, timeIsUp } = setUp();
  const first = connections.connect(3000);
  expect(asked).toEqual([]);
  connections.open(kernel);
  await first;
  timeIsUp();
  await connections.connect(3001);
  expect(asked).toEqual([3000, 3001]);
});

test('it does not wait for ever, nor once the program has ended', async () => {
  const { connections, kernel, asked, isDisposed, timeIsUp } = setUp();
  const first = connections.connect(3000);
  timeIsUp();
  await expect(first).rejects.toThrow(ConnectionRefused);
  await expect(connections.connect(3000)).rejects.toThrow(ConnectionRefused);
  connections.open(kernel);
  connections.close();
  expect(isDisposed()).toBe(true);
  await expect(connections.connect(3000)).rejects.toThrow(ConnectionRefused);
  expect(asked).toEqual([]);
});
