import { OtherLoopbackTakenError, probeLoopbacks } from '../../packages/engine/src/server/listen-on-loopbacks.mjs';

const MOST_LOOKS = 4;
/** In milliseconds. */
const PAUSE = 50;

/**
 * Returns the first port from `wanted` on that is free at both loopback addresses. Fails at a port that is free at
 * only one of them: if it were skipped, the user's browser would reach the other program at the usual address.
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
  for (let looks = 1; ; looks += 1) {
    try {
      await probeLoopbacks(port);
      return true;
    } catch (error) {
      if (!(error instanceof OtherLoopbackTakenError)) return false;
      // Another start claims or tries one address after the other, so a moment later both are taken or both are free.
      if (looks >= MOST_LOOKS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
