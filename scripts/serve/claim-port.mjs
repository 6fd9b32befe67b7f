import { OtherLoopbackTakenError } from '../../packages/engine/src/server/listen-on-loopbacks.mjs';
import { findPort } from './find-port.mjs';

/**
 * Returns the port to serve on, and prints a message if it differs from the wanted one. Ends the process with a
 * message if another program would receive the browser's requests.
 * @param {number} wanted
 * @returns {Promise<number>}
 */
export async function claimPort(wanted) {
  try {
    const port = await findPort(wanted);
    if (port !== wanted) console.log(`Port ${wanted} is taken; using ${port}.`);
    return port;
  } catch (error) {
    if (!(error instanceof OtherLoopbackTakenError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
