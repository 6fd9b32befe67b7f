/**
 * How many turns of the event loop pass before a promise is settled: 0 where only promises had to be waited for. Whatever waits for a timer or for
 * another thread is at the limit, on a machine of any speed. Rejects as the promise does.
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
