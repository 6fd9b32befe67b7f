import { isWholeOrigin, originOfName } from '../../../packages/engine/src/server/engine-origins.ts';
import { type HostEnvironment, hostNames } from './host-names.server.ts';

export interface ServerOrigins {
  /** `http://ide.localhost:8788`. */
  appOrigin: string;
  /** `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
  /** Origins that may boot the engine and show previews: the app's, and those that the deployer lists. */
  clientOrigins: readonly string[];
}

/** Returns the origins as seen by the browser that sent `request`: one server and one port for all hosts. */
export function serverOrigins(request: Request, environment: HostEnvironment): ServerOrigins {
  const names = hostNames(environment);
  const appOrigin = originOfName(names.appHost, request);
  return {
    appOrigin,
    sandboxOrigin: originOfName(names.sandboxHost, request),
    clientOrigins: [appOrigin, ...listedOrigins(environment.ENGINE_ALLOWED_ORIGINS ?? '')],
  };
}

/** Accepts only complete origins, separated by spaces or commas: a pattern would also match a name registered by an attacker. */
function listedOrigins(list: string): string[] {
  const items = list.split(/[\s,]+/).map((item) => item.replace(/\/$/, ''));
  return items.filter(isWholeOrigin);
}
