import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { serverVariables } from '../../../scripts/server-variables.mjs';
import { type HostName, startClientHost } from './client-host.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string;
    clientPage: string;
    hostName: HostName;
  }
}

/** One browser and one server for all files of the suite. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const host: HostName = process.env.CONFORMANCE_HOST === 'stackblitz' ? 'stackblitz' : 'engine';
  const { NPM_REGISTRY_URL: registry } = await serverVariables(fileURLToPath(new URL('../../..', import.meta.url)));
  const running = await startClientHost({
    host,
    ...(registry === undefined ? {} : { registry }),
    ...(process.env.CONFORMANCE_ENGINE ? { builtEngine: process.env.CONFORMANCE_ENGINE } : {}),
  });
  project.provide('browserEndpoint', running.browserEndpoint);
  project.provide('clientPage', `${running.appOrigin}/`);
  project.provide('hostName', host);
  return () => running.close();
}
