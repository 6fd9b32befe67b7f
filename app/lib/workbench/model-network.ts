import type { Clock, Network } from '../agent/ports.ts';
import type { ServerNetwork } from './browser-network.ts';

export interface ModelNetworkParts {
  clock: Clock;
  /** To the app's own server. */
  server: ServerNetwork;
  /** Whether the user's server of a model answers; null: the model is asked by way of the app's server. */
  answers(modelId: string): Promise<boolean | null>;
}

/** Between two looks. Milliseconds. */
const BETWEEN = 3_000;

/** The way to each model: a server of the user's own is looked for itself, whatever has become of the internet. */
export function createModelNetwork({ clock, server, answers }: ModelNetworkParts): Network {
  return {
    async isThere(signal, modelId) {
      return (await answers(modelId)) ?? (await server.isThere(signal));
    },
    async whenBack(signal, modelId) {
      for (;;) {
        const isThere = await answers(modelId);
        if (isThere === null) return server.whenBack(signal);
        if (isThere || signal.aborted) return;
        await clock.sleep(BETWEEN, signal);
      }
    },
  };
}
