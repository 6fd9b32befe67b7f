import { type HostEnvironment, hostNames } from './host-names.server.ts';

export interface ServerOrigins {
  /** `http://ide.localhost:8788`. */
  appOrigin: string;
  /** `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
}

/** The origins as the browser that sent `request` sees them: one server and one port for all hosts. */
export function serverOrigins(request: Request, environment: HostEnvironment): ServerOrigins {
  const names = hostNames(environment);
  const url = new URL(request.url);
  const port = /:\d+$/.exec(request.headers.get('host') ?? url.host)?.[0] ?? '';
  // Real names are served over TLS; a proxy that ends it in front of this server must not make us name the wrong scheme.
  const scheme = names.appHost.endsWith('.localhost') ? url.protocol : 'https:';
  return { appOrigin: `${scheme}//${names.appHost}${port}`, sandboxOrigin: `${scheme}//${names.sandboxHost}${port}` };
}
