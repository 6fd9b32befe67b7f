import { serverOrigins } from './hosts/server-origins.server.ts';
import { type OutboundEnvironment, outboundNetwork } from './outbound/outbound-environment.server.ts';

/** What the browser's code must get from the server. The root loader hands it out. */
export interface ClientConfig {
  /** Where the engine's page and workers are: `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
  /** Whether the server passes programs' requests on to other hosts (`/api/outbound`), once its user allows the host. */
  hasOutboundRelay: boolean;
}

export function clientConfig(request: Request, environment: OutboundEnvironment): ClientConfig {
  return {
    sandboxOrigin: serverOrigins(request, environment).sandboxOrigin,
    hasOutboundRelay: outboundNetwork(environment) !== null,
  };
}
