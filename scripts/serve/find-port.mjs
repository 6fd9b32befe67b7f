import { OtherLoopbackTakenError, probeLoopbacks } from '../../packages/engine/src/server/listen-on-loopbacks.mjs';

/**
 * Returns the first port from `wanted` on that is free at both loopback addresses. Fails at one that is taken at the other address alone: past it,
 * the user's browser would keep leading the usual address to whoever has taken it.
 * @param {number} wanted
 * @returns {Promise<number>}
 */
export async function findPort(wanted) {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 99}.`);
}

/** @param {number} port @returns {Promise<boolean>} */
async function isFree(port) {
  try {
    await probeLoopbacks(port);
    return true;
  } catch (error) {
    if (error instanceof OtherLoopbackTakenError) throw error;
    return false;
  }
}
