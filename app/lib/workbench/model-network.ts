import type { Clock, Network } from '../agent/contract/ports.ts';
import type { ServerNetwork } from '../browser/browser-network.ts';
import type { ModelsService } from '../settings/models-service.ts';

export interface ModelNetworkParts {
  clock: Clock;
  /** To the app's own server. */
  server: ServerNetwork;
  /** Whether the user's server of a model answers; null: the model is asked by way of the app's server. */
  answers(modelId: string): Promise<boolean | null>;
  /** Until the app's server has listed its models, nobody knows which of them to ask. */
  list: Pick<ModelsService, 'isAwaited' | 'listed'>;
}

/** Between two looks. Milliseconds. */
const BETWEEN = 3_000;

/** The way to each model: a server of the user's own is looked for itself, whatever has become of the internet. */
export function createModelNetwork({ clock, server, answers, list }: ModelNetworkParts): Network {
  return {
    async isThere(signal, modelId) {
      return (await answers(modelId)) ?? (!list.isAwaited() && (await server.isThere(signal)));
    },
    async whenBack(signal, modelId) {
      for (;;) {
        const isThere = await answers(modelId);
        if (isThere === null) {
          await server.whenBack(signal);
          return Promise.race([list.listed(), aborted(signal)]);
        }
        if (isThere || signal.aborted) return;
        await clock.sleep(BETWEEN, signal);
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
