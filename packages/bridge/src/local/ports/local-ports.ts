import { connect, type Socket } from 'node:net';
import type { MachinePorts } from '../../machine/machine.ts';
import type { ReadPorts } from './read-own-ports.ts';

type PortListener = Parameters<MachinePorts['watch']>[0];

export interface LocalPorts extends MachinePorts {
  close(): void;
}

/** Short enough to seem immediate; a reading takes about a millisecond. */
const LOOK_MILLISECONDS = 200;
/** A server may listen on one of both only, as Vite's does. */
const LOOPBACKS = ['127.0.0.1', '::1'] as const;

/** Looks for ports while anybody listens. */
export function createLocalPorts(read: ReadPorts, later: (work: () => void, milliseconds: number) => () => void): LocalPorts {
  const listeners = new Set<PortListener>();
  let open: ReadonlySet<number> = new Set();
  let cancel: (() => void) | null = null;
  const look = async (): Promise<void> => {
    const now = await read().catch(() => open);
    const before = open;
    open = now;
    for (const port of now) if (!before.has(port)) tell(port, 'open');
    for (const port of before) if (!now.has(port)) tell(port, 'close');
    if (listeners.size > 0 && cancel !== null) cancel = later(() => void look(), LOOK_MILLISECONDS);
  };
  const tell = (port: number, type: 'open' | 'close'): void => {
    for (const listener of [...listeners]) listener(port, type);
  };
  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  return {
    watch(listener) {
      // A listener of its own, so that the same function can be given twice.
      const own: PortListener = (port, type) => listener(port, type);
      listeners.add(own);
      for (const port of open) own(port, 'open');
      if (cancel === null) {
        cancel = () => undefined;
        void look();
      }
      return () => {
        if (listeners.delete(own) && listeners.size === 0) stop();
      };
    },
    async connect(port) {
      const failures: unknown[] = [];
      for (const host of LOOPBACKS) {
        try {
          return await connectTo(host, port);
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures[0];
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}

function connectTo(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
