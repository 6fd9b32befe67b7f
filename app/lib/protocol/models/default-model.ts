import { isMachineModel } from './local-endpoint.ts';
import type { ModelInfo } from './models.ts';

/**
 * Returns the model that answers where nobody has chosen one: on a machine with models of its own one of these, which needs no key and sends
 * nothing elsewhere; of several one that calls tools, and of these one that is in memory. `ofServer` is the default without them.
 */
export function defaultModelOf(models: readonly ModelInfo[], ofServer: string): string {
  const own = models.filter(({ id }) => isMachineModel(id));
  const calling = own.filter(({ callsTools }) => callsTools !== false);
  const best = calling.length > 0 ? calling : own;
  return (best.find(({ local }) => local?.isLoaded === true) ?? best[0])?.id ?? ofServer;
}
