import { isLoopback } from '../../protocol/models/local-address.ts';
import type { LocalProblem } from '../../protocol/models/local-look.ts';

/** Milliseconds to wait for the check. */
const PATIENCE = 2_000;
/** The newer and the older permission names; a browser that knows none of them does not ask. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access'];
/** WebKit's message for every failed request. Unlike other browsers, WebKit also blocks an HTTPS page from accessing its own computer. */
const OF_WEBKIT = /^Load failed/;

export interface ReachSurroundings {
  fetch: typeof globalThis.fetch;
  /** Absent in browsers without permissions. */
  permissions: { query(permission: { name: string }): Promise<{ state: string }> } | undefined;
  /** The page's location. */
  page: Pick<Location, 'protocol' | 'hostname'>;
}

/** Returns why a request from this browser to an address failed, as far as that can be determined. */
export type WhyUnreachable = (address: string) => Promise<LocalProblem>;

export function createWhyUnreachable({ fetch, permissions, page }: ReachSurroundings): WhyUnreachable {
  return async (address) => {
    const failure = await failureWithoutReading(fetch, address);
    if (failure === null) return 'blocked';
    if ((await localNetworkPermission(permissions)) === 'denied') return 'denied';
    const { protocol, hostname } = new URL(address);
    const isMixed = page.protocol === 'https:' && protocol === 'http:';
    return isMixed && (!isLoopback(hostname) || OF_WEBKIT.test(failure)) ? 'insecure' : 'silent';
  };
}

/**
 * Returns whether the browser will ask the user if this page may access the local network, so that a request waits for the answer. It never
 * asks about a page from this computer.
 */
export async function mayBeAskedAbout({ permissions, page }: Pick<ReachSurroundings, 'permissions' | 'page'>): Promise<boolean> {
  return !isLoopback(page.hostname) && (await localNetworkPermission(permissions)) === 'prompt';
}

/**
 * Sends a request without reading its response. Returns null if it succeeds, so that a server is running whose responses this page may not
 * read, or else the error message.
 */
async function failureWithoutReading(fetch: typeof globalThis.fetch, address: string): Promise<string | null> {
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** Returns the strictest state among the permission names, or null if the browser knows none. */
async function localNetworkPermission(permissions: ReachSurroundings['permissions']): Promise<'denied' | 'prompt' | 'granted' | null> {
  const states = new Set<string>();
  for (const name of PERMISSIONS) {
    try {
      const answer = await permissions?.query({ name });
      if (answer !== undefined) states.add(answer.state);
    } catch {
      // This browser does not know the name.
    }
  }
  for (const state of ['denied', 'prompt', 'granted'] as const) if (states.has(state)) return state;
  return null;
}
