import { describe, expect, it } from 'vitest';
import { BRIDGE_WINDOW_BYTES, type BridgeToKernel, type KernelToBridge } from '../../abi/bridge-protocol.ts';
import { defaultKernelLimits } from '../../abi/limits.ts';
import { codeOf } from '../testing/code-of.ts';
import { serveBridge } from './serve-bridge.ts';
import { createSocketPair, Ports } from './sockets.ts';
import { kernelCaller } from './wait-list.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

function create() {
  const events: string[] = [];
  const ports = new Ports({ ...defaultKernelLimits, listenBacklog: 2 }, (port, type) => events.push(`${type} ${port}`));
  return { ports, events };
}

describe('ports', () => {
  it('connect by any name of the machine, and carry bytes both ways', async () => {
    const { ports, events } = create();
    const listener = ports.listen(3000);
    listener.hold();
    const client = ports.connect(3000, '127.0.0.1');
    const { socket: server, remotePort } = await listener.accept(kernelCaller);
    expect(remotePort).toBe(client.localPort);
    await client.socket.write(kernelCaller, bytes('ask'));
    client.socket.shutdown();
    expect(text(await server.read(kernelCaller, 10))).toBe('ask');
    expect(await server.read(kernelCaller, 10)).toHaveLength(0);
    await server.write(kernelCaller, bytes('answer'));
    server.release();
    expect(text(await client.socket.read(kernelCaller, 10))).toBe('answer');
    listener.drop();
    expect(events).toEqual(['open 3000', 'close 3000']);
  });

  it('take the first write to a peer that has closed, as TCP does, and refuse the next; a local pair refuses at once', async () => {
    const { ports } = create();
    const listener = ports.listen(3000);
    const { socket: client } = ports.connect(3000, 'localhost');
    const { socket: server } = await listener.accept(kernelCaller);
    client.release();
    expect(await server.write(kernelCaller, bytes('goodbye'))).toBe(7);
    expect(codeOf(() => server.write(kernelCaller, bytes('goodbye')))).toBe('EPIPE');
    const [near, far] = createSocketPair(1024);
    far.release();
    expect(codeOf(() => near.write(kernelCaller, bytes('x')))).toBe('EPIPE');
    near.shutdown();
    const [shut] = createSocketPair(1024, 'tcp');
    shut.shutdown();
    expect(codeOf(() => shut.write(kernelCaller, bytes('x')))).toBe('EPIPE');
  });

  it('are taken once, found free for 0, and refused when nobody listens, elsewhere, or the backlog is full', () => {
    const { ports } = create();
    ports.listen(3000).hold();
    expect(codeOf(() => ports.listen(3000))).toBe('EADDRINUSE');
    expect(ports.listen(0).port).toBeGreaterThan(1024);
    expect(codeOf(() => ports.connect(3001, 'localhost'))).toBe('ECONNREFUSED');
    expect(codeOf(() => ports.connect(3000, 'example.com'))).toBe('ECONNREFUSED');
    ports.connect(3000, 'localhost');
    ports.connect(3000, '::1');
    expect(codeOf(() => ports.connect(3000, 'localhost'))).toBe('ECONNREFUSED');
  });
});

describe("a preview's bridge", () => {
  function createBridge() {
    const { ports } = create();
    const { port1, port2 } = new MessageChannel();
    serveBridge(ports, port1);
    const received: KernelToBridge[] = [];
    const waiting: (() => void)[] = [];
    port2.onmessage = ({ data }: MessageEvent<KernelToBridge>) => {
      received.push(data);
      for (const look of waiting) look();
    };
    const until = (isDone: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (isDone()) resolve();
        };
        waiting.push(look);
        look();
      });
    const close = (): void => {
      port1.close();
      port2.close();
    };
    return { ports, received, until, close, send: (message: BridgeToKernel) => port2.postMessage(message) };
  }

  it('is a socket to the program that listens', async () => {
    const { ports, received, until, close, send } = createBridge();
    const listener = ports.listen(3000);
    send({ type: 'connect', connection: 1, port: 3000 });
    send({ type: 'data', connection: 1, data: bytes('GET /') });
    send({ type: 'end', connection: 1 });
    const { socket } = await listener.accept(kernelCaller);
    expect(text(await socket.read(kernelCaller, 100))).toBe('GET /');
    expect(await socket.read(kernelCaller, 100)).toHaveLength(0);
    await socket.write(kernelCaller, bytes('200'));
    socket.release();
    await until(() => received.some(({ type }) => type === 'end' || type === 'closed'));
    expect(received.map(({ type }) => type)).toEqual(['connected', 'taken', 'data', 'closed']);
    close();
  });

  it('says so when nobody listens', async () => {
    const { received, until, close, send } = createBridge();
    send({ type: 'connect', connection: 5, port: 3000 });
    await until(() => received.length > 0);
    expect(received).toEqual([{ type: 'refused', connection: 5 }]);
    close();
  });

  it('sends no more than the window until it learns that it was taken', async () => {
    const { ports, received, until, close, send } = createBridge();
    const listener = ports.listen(3000);
    send({ type: 'connect', connection: 1, port: 3000 });
    const { socket } = await listener.accept(kernelCaller);
    const total = BRIDGE_WINDOW_BYTES + 3 * 65_536;
    const writing = Promise.resolve(socket.write(kernelCaller, new Uint8Array(total)));
    const sum = (): number =>
      received.reduce((bytesSoFar, message) => bytesSoFar + (message.type === 'data' ? message.data.byteLength : 0), 0);
    await until(() => sum() >= BRIDGE_WINDOW_BYTES);
    expect(sum()).toBe(BRIDGE_WINDOW_BYTES);
    send({ type: 'taken', connection: 1, bytes: BRIDGE_WINDOW_BYTES });
    await writing;
    await until(() => sum() === total);
    close();
  });
});
