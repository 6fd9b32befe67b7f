/**
 * Returns how many turns of the event loop pass before a promise settles: 0 if only promises were awaited. Waiting for a timer or another
 * thread reaches the limit on a machine of any speed. Rejects if the promise does.
 */
export async function turnsOf(promise: Promise<unknown>, limit = 200): Promise<number> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  let turns = 0;
  for (; turns < limit; turns++) {
    await Promise.race([settled, new Promise((resolve) => setImmediate(resolve))]);
    if (isSettled) break;
  }
  await settled;
  return turns;
}
