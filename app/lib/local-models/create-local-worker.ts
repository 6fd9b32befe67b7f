import { LOCAL_ORIGIN_PARAMETER } from '../protocol/models/local-address.ts';
import workerAddress from './local-model-worker.ts?worker&url';
import type { CreateLocalWorker } from './local-workers.ts';

/** Creates a worker with the policy that lets it reach these origins. */
export const createLocalWorker: CreateLocalWorker = (origins, isStrict) =>
  new Worker(localWorkerAddress(origins, isStrict), { type: 'module', name: 'local-models' });

/** The server reads the allowed origins from this address. */
export function localWorkerAddress(origins: readonly string[], isStrict: boolean): URL {
  const address = new URL(workerAddress, location.href);
  for (const origin of origins) address.searchParams.append(LOCAL_ORIGIN_PARAMETER, origin);
  if (isStrict) address.searchParams.append('strict', '');
  return address;
}
