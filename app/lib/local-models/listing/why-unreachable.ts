import { isLoopback } from '../../protocol/models/local-address.ts';
import type { LocalProblem } from '../local-request.ts';

/** Milliseconds. */
const PATIENCE = 2_000;
/** By the newer names and the older one; a browser that knows none of them does not ask. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access'];

/** Why a request from this browser to an address failed, as far as that can be determined. */
export async function whyUnreachable(address: string): Promise<LocalProblem> {
  if (await letsNobodyRead(address)) return 'blocked';
  if (await isDenied()) return 'denied';
  const { protocol, hostname } = new URL(address);
  return location.protocol === 'https:' && protocol === 'http:' && !isLoopback(hostname) ? 'insecure' : 'silent';
}

/** A request whose answer nobody looks at succeeds where somebody listens whose answers no page may read. */
async function letsNobodyRead(address: string): Promise<boolean> {
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    return true;
  } catch {
    return false;
  }
}

async function isDenied(): Promise<boolean> {
  for (const name of PERMISSIONS) {
    try {
      // The DOM's types do not name these yet.
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      if (state === 'denied') return true;
    } catch {
      // A name that this browser does not know.
    }
  }
  return false;
}
