import { type HostEnvironment, hostNames } from '../hosts/host-names.server.ts';

export interface OutboundEnvironment extends HostEnvironment {
  /** `on` or `off`. If unset: on for a local server, off for one with its own hosts. */
  OUTBOUND_RELAY?: string;
  /** A network with public addresses only, if the server can distinguish them: workerd provides it, as `npm start` runs it. */
  OUTBOUND?: { fetch: typeof globalThis.fetch };
}

export interface OutboundNetwork {
  fetch: typeof globalThis.fetch;
  /** Names of this server. Requests to them are refused. */
  ownHosts: readonly string[];
}

/**
 * Returns the network for programs' requests, or null if the operator has not enabled it or this server cannot block
 * private addresses.
 */
export function outboundNetwork(environment: OutboundEnvironment, runtime: string = ownRuntime()): OutboundNetwork | null {
  const isLocal = !environment.APP_HOST;
  const isOn = environment.OUTBOUND_RELAY ? environment.OUTBOUND_RELAY === 'on' : isLocal;
  if (!isOn) return null;
  return publicNetwork(environment, runtime);
}

/**
 * Returns a network that reaches public addresses only, whatever address a name resolves to, or null if this server
 * cannot distinguish them.
 */
export function publicNetwork(environment: OutboundEnvironment, runtime: string = ownRuntime()): OutboundNetwork | null {
  const { appHost, sandboxHost } = hostNames(environment);
  const ownHosts = [appHost, sandboxHost];
  const { OUTBOUND } = environment;
  if (OUTBOUND !== undefined) return { fetch: (input, init) => OUTBOUND.fetch(input, init), ownHosts };
  // Cloudflare's own network reaches no private address; the network of any other server without that binding does.
  const isCloudflare = runtime === 'Cloudflare-Workers' && Boolean(environment.APP_HOST);
  return isCloudflare ? { fetch: (input, init) => fetch(input, init), ownHosts } : null;
}

/** Absent in the Node that runs the development server. */
function ownRuntime(): string {
  return 'navigator' in globalThis ? navigator.userAgent : '';
}
