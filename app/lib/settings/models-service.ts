import type { ProbeResult } from '../agent/codecs/probe-codec.ts';
import type { Clock, ModelFacts } from '../agent/contract/ports.ts';
import type { ServerNetwork } from '../browser/browser-network.ts';
import { t } from '../i18n/t.ts';
import type { LocalList, LocalModelActions, LocalModels } from '../local-models/create-local-models.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { ChatMode } from '../protocol/chat-request.ts';
import { activeModel, chosenModelId, modeOf } from '../protocol/models/active-model.ts';
import { defaultModelOf } from '../protocol/models/default-model.ts';
import { knownPrices } from '../protocol/models/known-prices.ts';
import { type ModelInfo, modelsResponseSchema } from '../protocol/models/models.ts';
import { OWN_REQUEST_HEADER } from '../protocol/own-request.ts';
import { $projectConfig } from '../stores/project-config.ts';
import { $settings } from '../stores/settings.ts';
import { $models, type ModelsState } from '../stores/workbench.ts';
import { contextWindowOf } from './context-window-of.ts';

/** User actions on the available models. */
export interface ModelActions extends LocalModelActions {
  refreshModels(): Promise<void>;
  /** Asks a model to call a tool with each codec; nothing is run. */
  probeModel(modelId: string): Promise<ProbeResult>;
}

export interface ModelsService extends ModelFacts {
  refresh(): Promise<void>;
  /** Refreshes only the models on the user's computer. */
  refreshLocal(): Promise<void>;
  /** Resolves when the list has been requested once, whether or not that succeeded. */
  ready(): Promise<void>;
  /** Whether the server's list is pending because the server could not be reached. */
  isAwaited(): boolean;
  /** Resolves when the server's list is not, or no longer, pending. */
  listed(): Promise<void>;
  /** Returns the model chosen for a mode if it is offered or its provider cannot say, else the server's default. */
  activeModelId(mode: ChatMode): string;
  /** Returns the same for the mode of the next message, and whether the model's provider searches the web. */
  activeModel(): { id: string; searchesWeb: boolean };
}

const serverAwayText = () =>
  t(
    'The app’s server cannot be reached. Chats, files, terminals and models on this computer work; all other models, the demo too, answer again by themselves when it is back.',
  );
const notListedText = () => t('The models could not be listed');
const never = new AbortController().signal;
/** The pause between requests to a server that is starting, in milliseconds. */
const BETWEEN = 3_000;

export interface ModelsServiceParts {
  request: typeof fetch;
  notices: Pick<NoticeService, 'info' | 'guard'>;
  local: Pick<LocalModels, 'list'>;
  server: ServerNetwork;
  clock: Pick<Clock, 'sleep'>;
}

/** The server cannot be reached, or a proxy in front of it says so. */
class ServerAwayError extends Error {
  override readonly name = 'ServerAwayError';
}

export function createModelsService({ request, notices, local, server, clock }: ModelsServiceParts): ModelsService {
  let loading: Promise<void> | null = null;
  let ofServer: ModelsState = $models.get();
  let ofThisBrowser: LocalList = { models: [], problems: [] };
  const publish = () => {
    const { models, problems } = ofThisBrowser;
    const defaultModelId = defaultModelOf(models, ofServer.defaultModelId);
    $models.set({ ...ofServer, defaultModelId, models: [...ofServer.models, ...models], problems: [...ofServer.problems, ...problems] });
  };
  const listServer = async () => {
    ofServer = await askServer(request);
    publish();
  };
  let awaited: Promise<void> | null = null;
  const listWhenBack = async () => {
    for (;;) {
      await server.whenBack(never);
      try {
        return await listServer();
      } catch (error) {
        // While the server starts, the proxy in front of it already answers.
        if (!(error instanceof ServerAwayError)) throw error;
        await clock.sleep(BETWEEN, never);
      }
    }
  };
  /** Lists the models as soon as the server is back; notifies the user once that it is away. */
  const waitForServer = () => {
    if (awaited !== null) return;
    notices.info(serverAwayText());
    awaited = notices.guard(notListedText(), listWhenBack).then(() => {
      awaited = null;
    });
  };
  const loadServer = async () => {
    try {
      await listServer();
    } catch (error) {
      if (!(error instanceof ServerAwayError) || (error.cause !== undefined && (await server.isThere(never)))) throw error;
      waitForServer();
    }
  };
  /** The number of the newest listing; the result of an older one that ends later is ignored. */
  let localSerial = 0;
  const listLocal = async () => {
    localSerial += 1;
    const own = localSerial;
    const listed = await local.list();
    if (own !== localSerial) return;
    ofThisBrowser = listed;
    publish();
  };
  const refreshLocal = () => {
    const listing = listLocal();
    // A message that is sent at once waits for the models of the machine that was just opened.
    if (loading !== null) loading = Promise.all([loading, listing]).then(() => undefined);
    return listing;
  };
  const refresh = () => {
    // Neither waits for the other: models on this computer work without the server.
    loading = Promise.all([notices.guard(notListedText(), loadServer), listLocal()]).then(() => undefined);
    return loading;
  };
  return {
    refresh,
    refreshLocal,
    ready: () => loading ?? refresh(),
    isAwaited: () => awaited !== null,
    listed: async () => awaited ?? undefined,
    contextWindow: contextWindowOf,
    price: (modelId) => knownPrices($settings.get().prices, $models.get().models)(modelId),
    seesImages: (modelId) => $models.get().models.find((model) => model.id === modelId)?.seesImages ?? null,
    activeModelId: (mode) => modelFor(mode)?.id ?? $models.get().defaultModelId,
    activeModel() {
      const model = modelFor(modeOf($settings.get()));
      return { id: model?.id ?? $models.get().defaultModelId, searchesWeb: model?.searchesWeb === true };
    },
  };
}

async function askServer(request: typeof fetch): Promise<ModelsState> {
  const response = await request('/api/models', { headers: { [OWN_REQUEST_HEADER]: '1' } }).catch((cause: unknown) => {
    throw new ServerAwayError(t('The server cannot be reached'), { cause });
  });
  if (response.status >= 502 && response.status <= 504)
    throw new ServerAwayError(t('the server answered {status}', { status: response.status }));
  if (!response.ok) throw new Error(t('the server answered {status}', { status: response.status }));
  return modelsResponseSchema.parse(await response.json());
}

function modelFor(mode: ChatMode): ModelInfo | undefined {
  // The project's model applies only if the user has chosen none.
  const active = activeModel(chosenModelId(mode, $settings.get()), $projectConfig.get().config.model, $models.get());
  return active.type === 'none' ? undefined : active.model;
}
