import type { AccessEnvironment } from './access/access-environment.server.ts';
import type { ConnectionEnvironment } from './connections/connection-environment.server.ts';
import type { UserNetworkEnvironment } from './connections/user-network.server.ts';

/** What the server is given from outside: Pages' bindings, or `npm start`'s. The variables of models are read by the names that providers give. */
export interface ServerEnvironment extends UserNetworkEnvironment, ConnectionEnvironment, AccessEnvironment {
  /** The built client. */
  ASSETS: Fetcher;
  /** The package registry npm is configured for. */
  NPM_REGISTRY_URL?: string;
  /** Cloudflare Workers AI. */
  AI?: Ai;
}

declare module '@remix-run/cloudflare' {
  interface AppLoadContext {
    cloudflare: {
      env: ServerEnvironment;
      ctx: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>;
    };
  }
}
