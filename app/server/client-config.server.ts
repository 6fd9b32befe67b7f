import type { HostEnvironment } from './hosts/host-names.server.ts';
import { serverOrigins } from './hosts/server-origins.server.ts';

/** What the browser's code must get from the server. The root loader hands it out. */
export interface ClientConfig {
  /** Where the engine's page and workers are: `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
}

export function clientConfig(request: Request, environment: HostEnvironment): ClientConfig {
  return { sandboxOrigin: serverOrigins(request, environment).sandboxOrigin };
}
