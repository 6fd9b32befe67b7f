import { type Checked, refuse } from '../api-error.server.ts';
import type { ModelEnvironment } from './model-environment.server.ts';
import type { ChosenModel, ModelProvider } from './model-provider.server.ts';

export interface ModelChoice extends ChosenModel {
  providerName: string;
}

/** The model that `provider:model` names, or why there is none. */
export function chooseModel(modelId: string, providers: readonly ModelProvider[], environment: ModelEnvironment): Checked<ModelChoice> {
  const colon = modelId.indexOf(':');
  const providerId = colon < 0 ? modelId : modelId.slice(0, colon);
  const modelName = colon < 0 ? '' : modelId.slice(colon + 1);
  const provider = providers.find(({ id }) => id === providerId);
  const shown = JSON.stringify(modelId.slice(0, 100));
  if (provider === undefined || modelName === '') {
    const known = providers.map(({ id }) => `${id}:…`).join(', ');
    return refuseModel(`There is no model ${shown}. A model is named ${known}; GET /api/models lists them.`);
  }
  if (!provider.isConfigured(environment)) {
    return refuseModel(`The model ${shown} needs ${provider.name}, for which no key is set. Choose another model or set the key.`);
  }
  return { ok: true, value: { ...provider.createModel(modelName, environment), providerName: provider.name } };
}

function refuseModel(message: string) {
  return refuse({ status: 400, code: 'unknown_model', message, field: 'modelId' });
}
