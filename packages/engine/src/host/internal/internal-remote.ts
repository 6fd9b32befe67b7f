import { proxy, releaseProxy } from 'comlink';
import type { ExportRequest } from 'devonz-engine-protocol/client-wire/export-format';
import { projectPath } from 'devonz-engine-protocol/client-wire/project-path';
import type { Kernel } from '../../kernel/kernel.ts';
import { exportFiles } from '../export-files.ts';
import type { InternalCalls, InternalPlace } from './internal-calls.ts';
import type { PathWatcherEvent, WatchPathsOptions } from './watch-paths.ts';

type RemoteListener<Value extends unknown[]> = ((...values: Value) => unknown) & { [releaseProxy]?: () => void };

interface SerializeRequest extends ExportRequest {
  useGitignore?: boolean;
  useGlobalGitignore?: boolean;
  requireGit?: boolean;
  includeTimestamps?: boolean;
}

/** Long enough to combine an installer's bursts, and too short to be noticed. */
const DELAY_MILLISECONDS = 10;

/** Few clients call them, so the code is in a separate file of the same build as this worker. */
const load = async (): Promise<(place: InternalPlace) => InternalCalls> => {
  const address = new URL(`./internal-calls.js${self.location.search}`, self.location.href);
  // The build's own entry `internal-calls.ts`.
  const { createInternalCalls } = (await import(address.href)) as typeof import('./internal-calls.ts');
  return createInternalCalls;
};

/** Creates the additional calls of the client's `-internal` builds on an instance. */
export function internalRemote(kernel: Kernel, workdir: string) {
  const { fileSystem, processes } = kernel;
  let calls: Promise<InternalCalls> | null = null;
  const loaded = (): Promise<InternalCalls> => {
    calls ??= load().then((create) =>
      create({
        workdir,
        fileSystem,
        processes,
        start: (request) => kernel.start(request),
        toPath: (given) => projectPath(workdir, given),
        later(work) {
          const timer = setTimeout(work, DELAY_MILLISECONDS);
          return () => clearTimeout(timer);
        },
      }),
    );
    return calls;
  };
  const subscription = <Value extends unknown[]>(listener: RemoteListener<Value>, close: () => void) =>
    proxy(() => {
      close();
      listener[releaseProxy]?.();
    });
  return {
    watchPaths: async (options: WatchPathsOptions, listener: RemoteListener<[PathWatcherEvent[]]>) =>
      subscription(listener, (await loaded()).watchPaths(options, listener)),
    fileSearch: async (...given: Parameters<InternalCalls['fileSearch']>) => (await loaded()).fileSearch(...given),
    textSearch: async (...given: Parameters<InternalCalls['textSearch']>) => (await loaded()).textSearch(...given),
    getProcesses: async () => (await loaded()).getProcesses(),
    onProcessesRemove: async (listener: RemoteListener<[{ pid: number }]>) =>
      subscription(listener, (await loaded()).onProcessesRemove(listener)),
    async serialize(given: string, { useGitignore = false, includeTimestamps = false, ...request }: SerializeRequest = {}) {
      const folder = projectPath(workdir, given);
      if (includeTimestamps)
        throw new Error('serialize: includeTimestamps is not supported, for trees carry no times; watchPaths tells each file’s.');
      if (!useGitignore) return exportFiles(fileSystem, folder, request);
      const kept = await (await loaded()).unignoredPaths(folder, request);
      return exportFiles(fileSystem, folder, request, (path) => kept.has(path));
    },
    setCORSProxy(options?: unknown) {
      if (options !== undefined)
        throw new Error(
          'setCORSProxy is not supported: what such a proxy is sent is not public. Programs reach the hosts that allow it by CORS.',
        );
    },
    setCORSAuthToken(token?: string) {
      if (token !== undefined) throw new Error('setCORSAuthToken is not supported: there is no proxy here that would take the token.');
    },
  };
}
