import type { MachineFacts } from '../protocol/machines/machine.ts';
import type { RuntimeHost } from '../protocol/settings.ts';

export type ResolvedHost =
  | { host: 'engine'; origin: string }
  | { host: 'stackblitz' }
  /** A real machine, behind its bridge. */
  | { host: 'machine'; origin: string; facts: MachineFacts };

/** How long `auto` waits for StackBlitz before it uses the engine. */
const PROBE_TIMEOUT_MS = 3_000;

/** Address of the client's own default host; requested only if the user chose `auto`. */
const STACKBLITZ_PROBE = 'https://stackblitz.com/headless';

/** Chooses the host for the client. The default is the engine, without any request; StackBlitz is contacted only if the user chose it. */
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
