import { createServer } from 'node:net';

/**
 * Returns the first port from `wanted` on that is free for a server on 127.0.0.1.
 * @param {number} wanted
 * @returns {Promise<number>}
 */
export async function findPort(wanted) {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 99}.`);
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
