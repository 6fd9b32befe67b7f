import type { RuntimeHost } from '../protocol/settings.ts';

export type ResolvedHost = { host: 'engine'; origin: string } | { host: 'stackblitz' };

/** Longest time that `auto` waits for StackBlitz before it takes the engine. */
const PROBE_TIMEOUT_MS = 3_000;

/** Where the client's own default host answers; only asked when the user chose `auto`. */
const STACKBLITZ_PROBE = 'https://stackblitz.com/headless';

/**
 * Which host answers the client. The default is the engine, without any request to anybody; StackBlitz is asked only
 * when the user chose it.
 */
export async function resolveHost(choice: RuntimeHost, sandboxOrigin: string, fetchPage: typeof fetch): Promise<ResolvedHost> {
  const engine: ResolvedHost = { host: 'engine', origin: sandboxOrigin };
  switch (choice) {
    case 'engine':
      return engine;
    case 'stackblitz':
      return { host: 'stackblitz' };
    case 'auto':
      return (await answersInTime(fetchPage)) ? { host: 'stackblitz' } : engine;
  }
}

async function answersInTime(fetchPage: typeof fetch): Promise<boolean> {
  try {
    await fetchPage(STACKBLITZ_PROBE, { mode: 'no-cors', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
