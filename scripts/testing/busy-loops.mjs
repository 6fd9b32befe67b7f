import { Worker } from 'node:worker_threads';

/**
 * Keeps that many cores busy until the returned function is called: a test that passes meanwhile does not depend on timing.
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
