import { type HostEnvironment, hostNames } from './host-names.server.ts';

export interface ServerOrigins {
  /** `http://ide.localhost:8788`. */
  appOrigin: string;
  /** `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
  /** Whose pages may boot the engine and show previews: the app's, and those that the deployer lists. */
  clientOrigins: readonly string[];
}

/** The origins as the browser that sent `request` sees them: one server and one port for all hosts. */
export function serverOrigins(request: Request, environment: HostEnvironment): ServerOrigins {
  const names = hostNames(environment);
  const url = new URL(request.url);
  const port = /:\d+$/.exec(request.headers.get('host') ?? url.host)?.[0] ?? '';
  // Real names are served over TLS; a proxy that ends it in front of this server must not make us name the wrong scheme.
  const scheme = names.appHost.endsWith('.localhost') ? url.protocol : 'https:';
  const appOrigin = `${scheme}//${names.appHost}${port}`;
  return {
    appOrigin,
    sandboxOrigin: `${scheme}//${names.sandboxHost}${port}`,
    clientOrigins: [appOrigin, ...listedOrigins(environment.ENGINE_ALLOWED_ORIGINS ?? '')],
  };
}

/** Whole origins only, between blanks or commas: a pattern would let in whoever gets a name that fits it. */
function listedOrigins(list: string): string[] {
  const items = list.split(/[\s,]+/).map((item) => item.replace(/\/$/, ''));
  return items.filter((item) => /^https?:\/\/[\w.-]+(:\d+)?$/.test(item) && URL.canParse(item) && new URL(item).origin === item);
}
