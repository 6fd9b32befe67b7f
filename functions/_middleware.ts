import { routeByHost } from '../app/server/hosts/route-by-host.server.ts';
import type { ServerEnvironment } from '../app/server/server-environment.server.ts';

export const onRequest: PagesFunction<ServerEnvironment> = ({ request, env, next }) =>
  routeByHost(request, {
    environment: env,
    isDevelopment: false,
    serveFile: (path, original) => {
      // Pages redirects `/x.html` to `/x`.
      const url = new URL(path.replace(/\.html$/, ''), original.url);
      return env.ASSETS.fetch(new Request(url, { method: original.method, headers: original.headers }));
    },
    serveApp: (original) => next(original),
  });
