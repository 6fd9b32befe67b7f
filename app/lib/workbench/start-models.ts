import type { Network, SentStepTransport } from '../agent/ports.ts';
import { createLocalModels, type LocalModelActions } from '../local-models/create-local-models.ts';
import type { CreateLocalWorker } from '../local-models/local-workers.ts';
import { contextWindowOf } from '../settings/context-window-of.ts';
import { createModelsService, type ModelsService } from '../settings/models-service.ts';
import { createBrowserNetwork, onBrowserOnLine } from './browser-network.ts';
import { browserClock, createStepTransport } from './browser-ports.ts';
import type { NoticeService } from './notice-service.ts';

export interface ModelsParts {
  /** To the app's own server. */
  request: typeof fetch;
  createLocalWorker: CreateLocalWorker;
  notices: NoticeService;
}

export interface StartedModels {
  models: ModelsService;
  localModels: LocalModelActions;
  /** For one chat. */
  transportFor(chatId: () => string): SentStepTransport;
  /** Of this page. */
  network: Network;
}

/** The models there are, the server's and those of this browser, and the way to them. */
export function startModels({ request, createLocalWorker, notices }: ModelsParts): StartedModels {
  const local = createLocalModels({ createWorker: createLocalWorker, contextWindow: contextWindowOf });
  const models = createModelsService(request, notices, local);
  void models.refresh();
  local.onChange(models.refreshLocal);
  return {
    models,
    localModels: local.actions,
    transportFor: (chatId) => createStepTransport(chatId, request, local.step),
    network: createBrowserNetwork({ clock: browserClock, request, isOnLine: () => navigator.onLine, onOnLine: onBrowserOnLine }),
  };
}
