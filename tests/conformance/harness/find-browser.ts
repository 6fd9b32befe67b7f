import { access } from 'node:fs/promises';

/** `CHROMIUM_PATH`, then the system's. */
export async function findBrowser(): Promise<string> {
  const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  for (const path of candidates) {
    if (path === undefined || path === '') continue;
    try {
      await access(path);
      return path;
    } catch {
      // The next one.
    }
  }
  throw new Error('No Chromium: set CHROMIUM_PATH to one.');
}
