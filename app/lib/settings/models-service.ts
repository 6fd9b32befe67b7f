import type { ProbeResult } from '../agent/codecs/probe-codec.ts';
import type { ModelFacts } from '../agent/ports.ts';
import type { ChatMode } from '../protocol/chat-request.ts';
import { activeModel, chosenModelId, modeOf } from '../protocol/models/active-model.ts';
import { knownPrices } from '../protocol/models/known-prices.ts';
import { type ModelInfo, modelsResponseSchema } from '../protocol/models/models.ts';
import { OWN_REQUEST_HEADER } from '../protocol/own-request.ts';
import { $projectConfig } from '../stores/project-config.ts';
import { $settings } from '../stores/settings.ts';
import { $models } from '../stores/workbench.ts';
import type { NoticeService } from '../workbench/notice-service.ts';

/** What a user can do with the models there are. */
export interface ModelActions {
  refreshModels(): Promise<void>;
  /** Asks a model to call a tool in each way there is; nothing is run. */
  probeModel(modelId: string): Promise<ProbeResult>;
}

export interface ModelsService extends ModelFacts {
  refresh(): Promise<void>;
  /** Resolves when the list has been asked for once, whatever came of it. */
  ready(): Promise<void>;
  /** The model chosen for a mode while it is offered, or its provider cannot say, else the server's default. */
  activeModelId(mode: ChatMode): string;
  /** The same for the mode of the next message, and whether its provider searches the web. */
  activeModel(): { id: string; searchesWeb: boolean };
}

export function createModelsService(request: typeof fetch, notices: NoticeService): ModelsService {
  let loading: Promise<void> | null = null;
  const load = async () => {
    const response = await request('/api/models', { headers: { [OWN_REQUEST_HEADER]: '1' } });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    $models.set(modelsResponseSchema.parse(await response.json()));
  };
  const refresh = () => {
    loading = notices.guard('The models could not be listed', load).then(() => undefined);
    return loading;
  };
  return {
    refresh,
    ready: () => loading ?? refresh(),
    contextWindow(modelId) {
      const given = new Map(Object.entries($settings.get().contextWindows)).get(modelId);
      return given ?? $models.get().models.find((model) => model.id === modelId)?.contextWindow ?? null;
    },
    price: (modelId) => knownPrices($settings.get().prices, $models.get().models)(modelId),
    seesImages: (modelId) => $models.get().models.find((model) => model.id === modelId)?.seesImages ?? null,
    activeModelId: (mode) => modelFor(mode)?.id ?? $models.get().defaultModelId,
    activeModel() {
      const model = modelFor(modeOf($settings.get()));
      return { id: model?.id ?? $models.get().defaultModelId, searchesWeb: model?.searchesWeb === true };
    },
  };
}

function modelFor(mode: ChatMode): ModelInfo | undefined {
  // What a project wishes for counts only where the user has chosen nothing.
  const active = activeModel(chosenModelId(mode, $settings.get()), $projectConfig.get().config.model, $models.get());
  return active.type === 'none' ? undefined : active.model;
}
