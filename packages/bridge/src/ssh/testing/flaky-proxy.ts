import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between two ends that a test holds up, cuts and takes away. */
export interface FlakyProxy {
  readonly port: number;
  /** Closes all connections at once. */
  cut(): void;
  /** Passes nothing on, in both directions, until `release`. */
  hold(): void;
  release(): void;
  /** Refuses new connections, or takes them again. */
  setReachable(isReachable: boolean): void;
  close(): Promise<void>;
}

export async function startFlakyProxy(target: number): Promise<FlakyProxy> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  let isReachable = true;
  const held: (() => void)[] = [];
  const server = createServer((near) => {
    if (!isReachable) return near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      const pass = (step: () => void) => (isHeld ? held.push(step) : step());
      from.on('data', (bytes) => pass(() => to.writable && to.write(bytes)));
      from.on('end', () => pass(() => to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    held.length = 0;
    for (const socket of sockets) socket.destroy();
  };
  return {
    // A server that listens on TCP has an address of this kind.
    port: (server.address() as AddressInfo).port,
    cut,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const step of held.splice(0)) step();
    },
    setReachable(next) {
      isReachable = next;
    },
    async close() {
      cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
