import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findProgram } from '../../../packages/bridge/src/testing/find-program.ts';
import { serverVariables } from '../../../scripts/serve/server-variables.mjs';
import { OLDER_CLIENTS, startClientHost } from './client-host.ts';
import { startFixtureRegistryServer } from './fixture-registry-server.ts';
import { HOST_NAMES, type HostName } from './host-names.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string;
    clientPage: string;
    hostName: HostName;
    /** Whether the host tells of changes of files as they happen. */
    hasWatch: boolean;
    /** URL of the registry on loopback, with a trailing slash. */
    fixtureRegistry: string;
  }
}

/** Starts one browser and one server for all files of the suite. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const asked = process.env.CONFORMANCE_HOST;
  const host = HOST_NAMES.find((name) => name === asked) ?? 'engine';
  const { NPM_REGISTRY_URL: registry } = await serverVariables(fileURLToPath(new URL('../../..', import.meta.url)));
  const fixtures = await startFixtureRegistryServer(registry);
  const running = await startClientHost({
    host,
    registry: fixtures.address,
    olderClients: OLDER_CLIENTS,
    ...(process.env.CONFORMANCE_ENGINE ? { builtEngine: process.env.CONFORMANCE_ENGINE } : {}),
  });
  project.provide('browserEndpoint', running.browserEndpoint);
  project.provide('clientPage', `${running.appOrigin}/`);
  project.provide('hostName', host);
  project.provide('hasWatch', host !== 'ssh' || findProgram('inotifywait') !== null);
  project.provide('fixtureRegistry', fixtures.address);
  return async () => {
    await running.close();
    await fixtures.close();
  };
}
