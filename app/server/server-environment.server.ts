import type { AccessEnvironment } from './access/access-environment.server.ts';
import type { ConnectionEnvironment } from './connections/connection-environment.server.ts';
import type { UserNetworkEnvironment } from './connections/user-network.server.ts';

/**
 * Settings from outside: the bindings of Pages or of `npm start`. Variables for models are read under the names that the providers declare.
 */
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
