import { Worker } from 'node:worker_threads';

/**
 * Keeps that many cores busy until the function that it returns is called: what passes beside them does not lean on a clock.
 *
 * @param {number} count
 * @returns {() => void}
 */
export function startBusyLoops(count) {
  const loops = Array.from({ length: count }, () => new Worker('for (;;) Math.sqrt(2);', { eval: true }));
  return () => {
    for (const loop of loops) void loop.terminate();
  };
}
