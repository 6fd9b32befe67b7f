import { isLoopback } from '../../protocol/models/local-address.ts';
import type { LocalProblem } from '../local-request.ts';

/** Milliseconds. */
const PATIENCE = 2_000;
/** By the newer names and the older one; a browser that knows none of them does not ask. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access'];
/** What WebKit says of every request that fails. It keeps an encrypted page from this very computer, too, where the others do not. */
const OF_WEBKIT = /^Load failed/;

export interface ReachSurroundings {
  fetch: typeof globalThis.fetch;
  /** Absent in browsers that ask for nothing. */
  permissions: { query(permission: { name: string }): Promise<{ state: string }> } | undefined;
  /** Of the page. */
  page: Pick<Location, 'protocol' | 'hostname'>;
}

/** Why a request from this browser to an address failed, as far as that can be determined. */
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
 * Whether the browser is about to ask the user if this page may reach the local network: then a request waits for them. A page of this very
 * computer is never asked about.
 */
export async function mayBeAskedAbout({ permissions, page }: Pick<ReachSurroundings, 'permissions' | 'page'>): Promise<boolean> {
  return !isLoopback(page.hostname) && (await localNetworkPermission(permissions)) === 'prompt';
}

/** A request whose answer nobody looks at succeeds (null) where somebody listens whose answers no page may read. */
async function failureWithoutReading(fetch: typeof globalThis.fetch, address: string): Promise<string | null> {
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** The strictest of what the browser says by any of the names; null where it knows none. */
async function localNetworkPermission(permissions: ReachSurroundings['permissions']): Promise<'denied' | 'prompt' | 'granted' | null> {
  const states = new Set<string>();
  for (const name of PERMISSIONS) {
    try {
      const answer = await permissions?.query({ name });
      if (answer !== undefined) states.add(answer.state);
    } catch {
      // A name that this browser does not know.
    }
  }
  for (const state of ['denied', 'prompt', 'granted'] as const) if (states.has(state)) return state;
  return null;
}
