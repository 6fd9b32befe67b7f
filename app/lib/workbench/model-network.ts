import type { Clock, Network } from '../agent/contract/ports.ts';
import type { ServerNetwork } from '../browser/browser-network.ts';
import type { ModelsService } from '../settings/models-service.ts';

export interface ModelNetworkParts {
  clock: Clock;
  /** Connects to the app's own server. */
  server: ServerNetwork;
  /** Whether the user's model server responds; null if the model is used through the app's server. */
  answers(modelId: string): Promise<boolean | null>;
  /** Until the app's server has listed its models, it is unknown how to reach them. */
  list: Pick<ModelsService, 'isAwaited' | 'listed'>;
}

/** Milliseconds between two checks. */
const BETWEEN = 3_000;

/** Checks the connection to each model: the user's own server is checked directly, independently of the internet. */
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
