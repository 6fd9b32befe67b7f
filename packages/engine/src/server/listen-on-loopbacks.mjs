import { createServer } from 'node:net';

/** The maximum number of attempts to find a port that is free at both addresses. */
const MOST_TRIES = 20;
/** The error codes of a system without IPv6: no program can listen at ::1 there, and no browser connects to it. */
const WITHOUT_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT', 'EINVAL']);

/** The error for a port that is free at 127.0.0.1 but that another program uses at ::1, where browsers connect first. */
export class OtherLoopbackTakenError extends Error {
  code = 'EADDRINUSE';

  /** @param {number} port */
  constructor(port) {
    super(
      `Port ${port} is taken at [::1] by another program, which a browser would ask in place of this one: names below localhost lead there first. End that program, or give another port by --port.`,
    );
    this.name = 'OtherLoopbackTakenError';
  }
}

/**
 * Listens on one port at both addresses of names below `localhost`, so that no other user of the computer can serve these names; without
 * IPv6, only at 127.0.0.1. Closing the server closes both. Plain JavaScript, because servers that are not compiled use it.
 * @param {import('node:http').Server} server
 * @param {number} port 0 selects one that is free at both
 * @returns {Promise<number>} the port
 */
export async function listenOnLoopbacks(server, port) {
  for (let tries = 1; ; tries += 1) {
    const other = await openOtherLoopback(server, port);
    try {
      const held = await listenAt(server, other?.port ?? port, '127.0.0.1');
      if (other !== null) closeTogether(server, other.doorway);
      return held;
    } catch (error) {
      other?.doorway.close();
      if (port !== 0 || codeOf(error) !== 'EADDRINUSE' || tries >= MOST_TRIES) throw error;
    }
  }
}

/**
 * Listens at ::1 for a server that already listens on this port at 127.0.0.1. Closing the server closes both.
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<void>}
 */
export async function alsoListenOnOtherLoopback(server, port) {
  const doorway = createDoorway(server);
  try {
    await listenAt(doorway, port, '::1');
  } catch (error) {
    if (WITHOUT_IPV6.has(codeOf(error))) return;
    throw codeOf(error) === 'EADDRINUSE' ? new OtherLoopbackTakenError(port) : error;
  }
  closeTogether(server, doorway);
}

/**
 * Rejects with the reason if a server could not listen at both addresses.
 * @param {number} port
 * @returns {Promise<void>}
 */
export async function probeLoopbacks(port) {
  await probe(port, '127.0.0.1');
  await probe(port, '::1').catch((error) => {
    if (WITHOUT_IPV6.has(codeOf(error))) return;
    throw codeOf(error) === 'EADDRINUSE' ? new OtherLoopbackTakenError(port) : error;
  });
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<{ doorway: import('node:net').Server, port: number } | null>} null where the system has no IPv6
 */
async function openOtherLoopback(server, port) {
  const doorway = createDoorway(server);
  try {
    return { doorway, port: await listenAt(doorway, port, '::1') };
  } catch (error) {
    if (WITHOUT_IPV6.has(codeOf(error))) return null;
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    // If both addresses are in use, the port belongs to an ordinary server, such as an earlier start of this one.
    await probe(port, '127.0.0.1');
    throw new OtherLoopbackTakenError(port);
  }
}

/**
 * Creates a server that passes its connections on to `server`, with the options of that server's own connections.
 * @param {import('node:http').Server} server
 */
function createDoorway(server) {
  const doorway = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  doorway.maxConnections = server.maxConnections;
  return doorway;
}

/** @param {import('node:http').Server} server @param {import('node:net').Server} doorway */
function closeTogether(server, doorway) {
  const close = server.close.bind(server);
  server.close = (done) => {
    const closed = new Promise((resolve) => doorway.close(resolve));
    return close((error) => void closed.then(() => done?.(error)));
  };
}

/** @param {number} port @param {string} address @returns {Promise<void>} */
async function probe(port, address) {
  const server = createServer();
  await listenAt(server, port, address);
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Listens at one address only.
 * @param {import('node:net').Server} server
 * @param {number} port 0 takes one that is free
 * @param {string} address
 * @returns {Promise<number>} the port
 */
export function listenAt(server, port, address) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: address }, () => {
      server.off('error', reject);
      const place = server.address();
      resolve(typeof place === 'object' && place !== null ? place.port : port);
    });
  });
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
