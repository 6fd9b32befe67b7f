import { serverOrigins } from './hosts/server-origins.server.ts';
import { type OutboundEnvironment, outboundNetwork } from './outbound/outbound-environment.server.ts';

/** Settings that the browser's code must get from the server. The root loader returns them. */
export interface ClientConfig {
  /** The origin of the engine's page and workers: `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
  /** Whether the server forwards programs' requests to other hosts (`/api/outbound`) after its user allows the host. */
  hasOutboundRelay: boolean;
}

export function clientConfig(request: Request, environment: OutboundEnvironment): ClientConfig {
  return {
    sandboxOrigin: serverOrigins(request, environment).sandboxOrigin,
    hasOutboundRelay: outboundNetwork(environment) !== null,
  };
}
