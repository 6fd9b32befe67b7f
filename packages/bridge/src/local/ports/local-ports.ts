import { connect, type Socket } from 'node:net';
import type { MachinePorts, PortListener } from '../../machine/machine.ts';
import type { ReadPorts } from './read-own-ports.ts';

export interface LocalPorts extends MachinePorts {
  close(): void;
}

/** Short enough to seem immediate; a reading takes about a millisecond. */
const LOOK_MILLISECONDS = 200;
/** A server may listen on only one of the two addresses, as Vite's does. */
const LOOPBACKS = ['127.0.0.1', '::1'] as const;

/** Looks for ports as long as a listener is registered. */
export function createLocalPorts(
  read: ReadPorts,
  later: (work: () => void, milliseconds: number) => () => void,
  pauseMilliseconds = LOOK_MILLISECONDS,
): LocalPorts {
  const listeners = new Set<PortListener>();
  let open: ReadonlyMap<number, number | null> = new Map();
  let cancel: (() => void) | null = null;
  const look = async (): Promise<void> => {
    const now = await read().catch(() => open);
    const before = open;
    open = now;
    for (const [port, owner] of now) if (!before.has(port)) tell(port, 'open', owner);
    for (const [port, owner] of before) if (!now.has(port)) tell(port, 'close', owner);
    if (listeners.size > 0 && cancel !== null) cancel = later(() => void look(), pauseMilliseconds);
  };
  const tell: PortListener = (port, type, owner) => {
    for (const listener of [...listeners]) listener(port, type, owner);
  };
  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  return {
    watch(listener) {
      // A wrapper for each call, so that the same function can be registered twice.
      const own: PortListener = (port, type, owner) => listener(port, type, owner);
      listeners.add(own);
      for (const [port, owner] of open) own(port, 'open', owner);
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
