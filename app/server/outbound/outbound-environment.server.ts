import { type HostEnvironment, hostNames } from '../hosts/host-names.server.ts';

export interface OutboundEnvironment extends HostEnvironment {
  /** `on` or `off`; without it on where the server is a local one, and off where it has hosts of its own. */
  OUTBOUND_RELAY?: string;
  /** The public network alone, where the server can tell it from others: workerd, as `npm start` runs it. */
  OUTBOUND?: { fetch: typeof globalThis.fetch };
}

export interface OutboundNetwork {
  fetch: typeof globalThis.fetch;
  /** Names of this server, which are not asked. */
  ownHosts: readonly string[];
}

/** Where programs' requests go; null: nowhere, since the operator has not switched it on or nothing here keeps private addresses apart. */
export function outboundNetwork(environment: OutboundEnvironment, runtime: string = ownRuntime()): OutboundNetwork | null {
  const isLocal = !environment.APP_HOST;
  const isOn = environment.OUTBOUND_RELAY ? environment.OUTBOUND_RELAY === 'on' : isLocal;
  if (!isOn) return null;
  return publicNetwork(environment, runtime);
}

/** The network of public addresses alone, to whatever address a name leads; null: nothing here tells them from others. */
export function publicNetwork(environment: OutboundEnvironment, runtime: string = ownRuntime()): OutboundNetwork | null {
  const { appHost, sandboxHost } = hostNames(environment);
  const ownHosts = [appHost, sandboxHost];
  const { OUTBOUND } = environment;
  if (OUTBOUND !== undefined) return { fetch: (input, init) => OUTBOUND.fetch(input, init), ownHosts };
  // Cloudflare's own network reaches no private one. Any other server without that binding would.
  const isCloudflare = runtime === 'Cloudflare-Workers' && Boolean(environment.APP_HOST);
  return isCloudflare ? { fetch: (input, init) => fetch(input, init), ownHosts } : null;
}

/** Absent in the Node that runs the development server. */
function ownRuntime(): string {
  return 'navigator' in globalThis ? navigator.userAgent : '';
}
