import { fileURLToPath } from 'node:url';
import { findPort } from '../../../scripts/serve/find-port.mjs';
import { serveBuild } from '../../../scripts/serve/serve-build.mjs';
import { serverVariables } from '../../../scripts/serve/server-variables.mjs';

export interface AppServer {
  port: number;
  /** `http://ide.localhost:<port>`. */
  appOrigin: string;
  sandboxOrigin: string;
  stop(): Promise<void>;
}

/** `npm start` generates this itself. */
const TEST_SECRET = 'a secret of the tests, with more than 32 characters';
/** Concurrent runs search separate ranges of ports (scripts/test.mjs). */
const PORTS_OF_LANE = 2_000 * Number(process.env.DEVONZ_TEST_LANE ?? 0);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts the built app at the first free port from this one on. `publicHost` replaces every internet host. */
export async function startAppServer(models: Record<string, string>, firstPort: number, publicHost?: string): Promise<AppServer> {
  return startAppServerAt(models, await findPort(firstPort + PORTS_OF_LANE), publicHost);
}

/** Starts the built app in workerd, as served by `npm start`. The machine user's keys are not passed on. */
export async function startAppServerAt(models: Record<string, string>, port: number, publicHost?: string): Promise<AppServer> {
  const { NPM_REGISTRY_URL = '' } = await serverVariables(ROOT);
  const server = await serveBuild({
    root: ROOT,
    port,
    variables: { NPM_REGISTRY_URL, SESSION_SECRET: TEST_SECRET, ...models },
    ...(publicHost === undefined ? {} : { publicHost }),
  });
  await server.ready;
  return {
    port,
    appOrigin: `http://ide.localhost:${port}`,
    sandboxOrigin: `http://run.ide.localhost:${port}`,
    async stop() {
      server.stop();
      await server.exited;
    },
  };
}
