import { type Checked, refuse } from '../step/refusal.ts';
import { countTokens } from './count-tokens.ts';
import type { ModelAccess } from './model-access.ts';
import { type ChosenModel, ModelListError } from './model-provider.ts';
import { streamingProviderFetch } from './provider-fetch.ts';

export interface ModelChoice extends ChosenModel {
  providerName: string;
}

/** The model with the id `connection:model`, or the reason why there is none. */
export async function chooseModel(modelId: string, access: ModelAccess): Promise<Checked<ModelChoice>> {
  const colon = modelId.indexOf(':');
  const connectionId = colon < 0 ? modelId : modelId.slice(0, colon);
  const modelName = colon < 0 ? '' : modelId.slice(colon + 1);
  const connection = access.connections.find(({ id }) => id === connectionId);
  const provider = access.providers.find(({ id }) => id === (connection?.providerId ?? connectionId));
  const shown = JSON.stringify(modelId.slice(0, 100));
  if (provider === undefined || modelName === '') {
    const known = access.connections.map(({ id }) => `${id}:…`).join(', ');
    return refuseModel(`There is no model ${shown}. A model is named ${known}; GET /api/models lists them.`);
  }
  const { withheld } = access;
  if (connection === undefined && withheld?.connections.some(({ id }) => id === connectionId) === true) {
    return refuse({ status: 403, code: 'server_keys_withheld', message: withheld.why, reason: withheld.reason, field: 'modelId' });
  }
  if (connection === undefined) {
    return refuseModel(`The model ${shown} needs ${provider.name}, for which no key is set. Choose another model or set the key.`);
  }
  const admission = await access.admit?.(connection);
  if (admission?.ok === false) return admission;
  const fetch = streamingProviderFetch(access.fetchFor(connection));
  try {
    const chosen = await provider.createModel({ modelName, values: connection.values, fetch });
    const { used } = access;
    const model = used === undefined ? chosen.model : countTokens(chosen.model, (tokens) => used(connection, tokens));
    return { ok: true, value: { ...chosen, model, providerName: connection.name } };
  } catch (error) {
    // An SDK's message may contain an address or a key; only our own messages are safe to show.
    const why = error instanceof ModelListError ? error.message : 'What is set for it is not as it must be.';
    return refuseModel(`${connection.name} cannot be asked. ${why}`);
  }
}

function refuseModel(message: string) {
  return refuse({ status: 400, code: 'unknown_model', kind: 'unknown-model', message, field: 'modelId' });
}
