/** Between two tries, the last one again and again while the browser is offline. Milliseconds. */
const PAUSES = [500, 2_000, 5_000, 10_000] as const;

/**
 * What `load` gives, asked for again while it cannot be fetched: at once when the browser is online again, else after a pause. Rejects with
 * the last error when an online browser has not got it after all pauses: the file is not there any more, as after an update of the server.
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
