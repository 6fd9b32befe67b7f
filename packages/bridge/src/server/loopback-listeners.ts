import type { Server as HttpServer } from 'node:http';
import { createServer, Server } from 'node:net';

/** Servers that listen on one port, each at another address; none has accepted a connection yet. */
export type LoopbackListeners = readonly [Server, ...Server[]];

/** How often another free port is tried when one that is free at ::1 is taken at 127.0.0.1. */
const MOST_TRIES = 20;
/** The error codes of a system without IPv6: no program can listen at ::1 there, and no browser connects to it. */
const WITHOUT_IPV6: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT', 'EINVAL'];

/** The error for a port that is free at 127.0.0.1 but taken by another program at ::1, which browsers try first. */
export class OtherLoopbackTakenError extends Error {
  override readonly name = 'OtherLoopbackTakenError';
  readonly code = 'EADDRINUSE';

  constructor(port: number) {
    super(
      `Port ${port} is taken at [::1] by another program, which a browser would ask in place of the bridge: names below localhost lead there first. End that program, or give another port by --port.`,
    );
  }
}

/**
 * Listens on one port of both loopback addresses, because names below `localhost` resolve to either: the name is a secret here, and another
 * program listening on one of them would receive it. Without IPv6, it listens only on 127.0.0.1. Port 0 takes one that is free on both.
 */
export async function openLoopbackListeners(port: number): Promise<LoopbackListeners> {
  for (let tries = 1; ; tries += 1) {
    const other = await openOther(port);
    try {
      const listener = await listenAt('127.0.0.1', other === null ? port : portOf(other));
      return other === null ? [listener] : [listener, other];
    } catch (error) {
      other?.close();
      if (port !== 0 || codeOf(error) !== 'EADDRINUSE' || tries >= MOST_TRIES) throw error;
    }
  }
}

/** Returns `null` where the system has no IPv6. */
async function openOther(port: number): Promise<Server | null> {
  try {
    return await listenAt('::1', port);
  } catch (error) {
    if (WITHOUT_IPV6.includes(codeOf(error))) return null;
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    // A port that is taken at both addresses has an ordinary owner, such as another bridge.
    const listener = await listenAt('127.0.0.1', port);
    await new Promise((resolve) => listener.close(resolve));
    throw new OtherLoopbackTakenError(port);
  }
}

/** Makes a server accept the connections of all listeners. Resolves to the function that closes them. */
export async function answerAt(listeners: LoopbackListeners, server: HttpServer): Promise<() => void> {
  const [first, ...others] = listeners;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(first, resolve));
  const entrances = others.map((listener) => {
    // Accepts each connection with the same options as the server's own.
    const entrance = new Server({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    return entrance.listen(listener);
  });
  return () => {
    server.close();
    for (const entrance of entrances) entrance.close();
  };
}

export function portOf(listener: Server): number {
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('A listener listens on a port.');
  return address.port;
}

function listenAt(address: string, port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
