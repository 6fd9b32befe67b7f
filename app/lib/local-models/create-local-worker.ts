import { LOCAL_ORIGIN_PARAMETER } from '../protocol/models/local-address.ts';
import workerAddress from './local-model-worker.ts?worker&url';
import type { CreateLocalWorker } from './local-workers.ts';

/** The worker with the policy that lets it reach these origins: its server reads them from its address. */
export const createLocalWorker: CreateLocalWorker = (origins, isStrict) => {
  const address = new URL(workerAddress, location.href);
  for (const origin of origins) address.searchParams.append(LOCAL_ORIGIN_PARAMETER, origin);
  if (isStrict) address.searchParams.append('strict', '');
  return new Worker(address, { type: 'module', name: 'local-models' });
};
