import type { Network, SentStepTransport } from '../agent/contract/ports.ts';
import { withImageContents } from '../agent/history/images/with-image-contents.ts';
import { createBrowserNetwork, onBrowserOnLine, type ServerNetwork } from '../browser/browser-network.ts';
import { browserClock, createStepTransport } from '../browser/browser-ports.ts';
import { createLocalModels, type LocalModelActions } from '../local-models/create-local-models.ts';
import { offeringCodec } from '../local-models/offering-codec.ts';
import { createMachineModels } from '../machines/machine-models.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { contextWindowOf } from '../settings/context-window-of.ts';
import { createModelsService, type ModelsService } from '../settings/models-service.ts';
import { probeModel } from '../settings/probe-model.ts';
import { $isServerAway } from '../stores/offline/server.ts';
import { $settings } from '../stores/settings.ts';
import { TOOLS } from '../tools/index.ts';
import { createModelNetwork } from './model-network.ts';
import type { WorkbenchPorts } from './ports/workbench-ports.ts';

interface ModelsParts {
  ports: Pick<WorkbenchPorts, 'request' | 'createLocalWorker' | 'scope' | 'page' | 'machines'>;
  notices: NoticeService;
}

export interface StartedModels {
  models: ModelsService;
  localModels: LocalModelActions;
  /** Returns the transport for one chat. */
  transportFor(chatId: () => string): SentStepTransport;
  /** For requests outside of chats. */
  questions: SentStepTransport;
  /** The network of this page. */
  network: Network;
  /** Connects to the app's own server. */
  server: ServerNetwork;
}

/** The models of the server and of this browser, and their transports. */
export function startModels({ ports, notices }: ModelsParts): StartedModels {
  const { request, scope } = ports;
  const machine = createMachineModels(ports.machines.store);
  const local = createLocalModels({
    createWorker: ports.createLocalWorker,
    tools: TOOLS,
    scope,
    contextWindow: contextWindowOf,
    machine,
  });
  const server = createBrowserNetwork({
    clock: browserClock,
    request,
    isOnLine: () => navigator.onLine,
    onOnLine: onBrowserOnLine,
    onLook: (isThere) => $isServerAway.set(!isThere),
  });
  const models = createModelsService({ request, notices, local, server, clock: browserClock });
  void models.refresh();
  local.onChange(models.refreshLocal);
  const { localLook, localEndpoints } = $settings.get();
  if (localLook === 'allowed' && localEndpoints.length === 0) void local.actions.lookForLocalModels();
  // Servers and models on this computer may have changed while the user was away.
  ports.page.onSeen(() => {
    if ($settings.get().localEndpoints.length > 0 || machine.endpoint() !== null) void models.refreshLocal();
  });
  const questions = createStepTransport(() => 'probe', request, local.step);
  const probe = (modelId: string) =>
    probeModel(
      withImageContents(questions, async () => null),
      modelId,
    );
  return {
    models,
    localModels: local.actions,
    transportFor: (chatId) => offeringCodec(createStepTransport(chatId, request, local.step), { notices, probe }),
    questions,
    network: createModelNetwork({ clock: browserClock, server, answers: local.answers, list: models }),
    server,
  };
}
