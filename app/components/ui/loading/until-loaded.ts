/** Milliseconds between tries; the last one repeats while the browser is offline. */
const PAUSES = [500, 2_000, 5_000, 10_000] as const;

/**
 * Returns the result of `load` and retries while it fails: at once when the browser is online again, otherwise after a pause. Rejects with
 * the last error if an online browser has failed after all pauses, because the file no longer exists, as after an update of the server.
 */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt >= PAUSES.length && navigator.onLine) throw error;
      await onlineOrAfter(PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0);
    }
  }
}

function onlineOrAfter(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    addEventListener('online', finish);
  });
}
