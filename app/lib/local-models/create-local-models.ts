import { StepTransportError } from '../agent/contract/errors.ts';
import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import type { MachineModels } from '../machines/machine-models.ts';
import type { ChatRequest } from '../protocol/chat-request.ts';
import { BUILT_IN_MODEL_ID } from '../protocol/models/built-in-model.ts';
import { readLocalAddress } from '../protocol/models/local-address.ts';
import { type LocalEndpoint, MOST_LOCAL_ENDPOINTS, type ReachedEndpoint } from '../protocol/models/local-endpoint.ts';
import { type LookAnswer, type LookPlace, lookAnswerSchema } from '../protocol/models/local-look.ts';
import type { ModelInfo } from '../protocol/models/models.ts';
import { refusalResponse } from '../step/refusal.ts';
import { toolOffers } from '../step/tool-offers.ts';
import { $localEndpoints, $localLook, type LocalEndpointState } from '../stores/local-models.ts';
import { $settings } from '../stores/settings.ts';
import { createBuiltInModels } from './built-in/create-built-in-models.ts';
import { KNOWN_PLACES } from './known-places.ts';
import { localProblemText } from './local-problem-text.ts';
import { LOCAL_PATHS, type LocalModelsAnswer, localModelsAnswerSchema } from './local-request.ts';
import { type CreateLocalWorker, createLocalWorkers, type LocalWorkers } from './local-workers.ts';
import { newEndpoint } from './new-endpoint.ts';

export type FoundEndpoint = Extract<LookAnswer[number], { state: 'answers' }>;

/** The user's actions on models of their own computer. */
export interface LocalModelActions {
  /** Looks for models at the usual addresses of this computer. Results are shown (`$localLook`) and used only after they are added. */
  lookForLocalModels(): Promise<void>;
  /** Looks at one address that the user typed. Returns the reason if it is invalid. */
  lookAtAddress(typed: string): Promise<{ ok: true } | { ok: false; why: string }>;
  /** Stores the user's answer to whether to look for models; if allowed, looks at once. */
  answerLocalLook(isAllowed: boolean): void;
  /** Adds an endpoint and chooses its first model, preferring one that calls tools. */
  takeLocalEndpoint(found: FoundEndpoint): Promise<void>;
  addLocalEndpoint(found: FoundEndpoint): void;
  removeLocalEndpoint(id: string): void;
  /** Makes the browser download its own model; `$builtInModel` has the progress. */
  downloadBuiltInModel(): Promise<void>;
}

export interface LocalModels {
  readonly actions: LocalModelActions;
  /** Runs one step of a model of this browser. Rejects with a `StepTransportError`. */
  step(request: ChatRequest, signal: AbortSignal): Promise<Response>;
  /** Returns whether a model's endpoint responds, or null if it has none. */
  answers(modelId: string): Promise<boolean | null>;
  /** Lists the endpoints' models, and the reasons why some have none. Does not reject. */
  list(): Promise<LocalList>;
  /** Calls back when the endpoints have changed and should be listed again. */
  onChange(listener: () => void): void;
}

export interface LocalList {
  models: ModelInfo[];
  problems: { provider: string; message: string; connectionId?: string }[];
}

export interface LocalModelsSurroundings {
  createWorker: CreateLocalWorker;
  /** All tools; a step names those that are offered to its model. */
  tools: readonly ToolDefinition[];
  /** The page's global object, which may have the browser's own model. */
  scope: object;
  /** Returns the window of a model in tokens, if known: its endpoint is asked for a window of that size. */
  contextWindow(modelId: string): number | null;
  /** The models of the machine on which the open chat works. */
  machine: MachineModels;
}

/** Models that this browser asks directly, in workers that can reach only the user's endpoints. */
export function createLocalModels({ createWorker, tools, scope, contextWindow, machine }: LocalModelsSurroundings): LocalModels {
  const workers = createLocalWorkers(createWorker);
  const builtIn = createBuiltInModels(scope);
  const endpoints = (): ReachedEndpoint[] => {
    const ofMachine = machine.endpoint();
    return [...$settings.get().localEndpoints, ...(ofMachine === null ? [] : [ofMachine])];
  };
  const endpointOf = (modelId: string) => endpoints().find(({ id }) => modelId.startsWith(`${id}:`));
  const keepNeeded = () => workers.keepOnly(new Set(endpoints().map(originOf)));
  return {
    actions: { ...createActions(workers, keepNeeded), downloadBuiltInModel: builtIn.download },
    step: (request, signal) =>
      request.modelId === BUILT_IN_MODEL_ID
        ? builtIn.step(request, signal)
        : askForStep(request, endpointOf(request.modelId), { workers, tools, contextWindow, signal }),
    async answers(modelId) {
      if (modelId === BUILT_IN_MODEL_ID) return true;
      const endpoint = endpointOf(modelId);
      if (endpoint === undefined) return null;
      const found = await askForModels(endpoint, workers);
      return found.state === 'listed' || (endpoint.bridge === undefined && found.problem !== 'silent');
    },
    async list() {
      const asked = endpoints().map((endpoint) => (endpoint.bridge === undefined ? listOne : listMachine)(endpoint, workers));
      const [ofBrowser, ...lists] = await Promise.all([builtIn.list(), ...asked]);
      return { models: [...lists.flatMap(({ models }) => models), ...ofBrowser], problems: lists.flatMap(({ problems }) => problems) };
    },
    onChange(listener) {
      builtIn.onChange(listener);
      machine.onChange(() => {
        keepNeeded();
        listener();
      });
      let before = $settings.get().localEndpoints;
      $settings.subscribe(({ localEndpoints }) => {
        if (localEndpoints === before) return;
        before = localEndpoints;
        keepNeeded();
        const ids = new Set(localEndpoints.map(({ id }) => id));
        $localEndpoints.set(new Map([...$localEndpoints.get()].filter(([id]) => ids.has(id))));
        listener();
      });
    },
  };
}

function createActions(workers: LocalWorkers, keepNeeded: () => void): Omit<LocalModelActions, 'downloadBuiltInModel'> {
  const endpoints = () => $settings.get().localEndpoints;
  const keep = (localEndpoints: LocalEndpoint[]) => $settings.setKey('localEndpoints', localEndpoints);
  async function look(places: LookPlace[]): Promise<LookAnswer> {
    $localLook.set({ status: 'looking' });
    try {
      const origins = [...new Set(places.map(({ address }) => new URL(address).origin))];
      const response = await workers.ask(origins, LOCAL_PATHS.look, { places });
      return lookAnswerSchema.parse(await response.json());
    } catch {
      return places.map(({ address }) => ({ state: 'failed', address, problem: 'silent' }));
    } finally {
      keepNeeded();
    }
  }
  async function lookForLocalModels() {
    const answer = await look(KNOWN_PLACES.map(({ address, kind }) => ({ address, kind })));
    $localLook.set({ status: 'looked', found: answer.filter((each, index) => isWorthShowing(each, KNOWN_PLACES[index]?.isItsOwn)) });
  }
  function addLocalEndpoint(found: FoundEndpoint) {
    const known = endpoints();
    if (known.length >= MOST_LOCAL_ENDPOINTS || known.some(({ address }) => address === found.address)) return;
    keep([...known, newEndpoint(found, known)]);
  }
  return {
    lookForLocalModels,
    addLocalEndpoint,
    answerLocalLook(isAllowed) {
      $settings.setKey('localLook', isAllowed ? 'allowed' : 'declined');
      if (isAllowed) void lookForLocalModels();
    },
    async takeLocalEndpoint(found) {
      addLocalEndpoint(found);
      const endpoint = endpoints().find(({ address }) => address === found.address);
      if (endpoint === undefined) return;
      const { models } = await listOne(endpoint, workers);
      const first = models.find(({ callsTools }) => callsTools !== false) ?? models[0];
      if (first !== undefined) $settings.setKey('modelId', first.id);
    },
    async lookAtAddress(typed) {
      const read = readLocalAddress(typed);
      if (!read.ok) return read;
      $localLook.set({ status: 'looked', found: await look([{ address: read.address }]) });
      return { ok: true };
    },
    removeLocalEndpoint: (id) => keep(endpoints().filter((endpoint) => endpoint.id !== id)),
  };
}

async function listOne(endpoint: LocalEndpoint, workers: LocalWorkers): Promise<LocalList> {
  const { id, name } = endpoint;
  const note = (state: LocalEndpointState) => $localEndpoints.set(new Map($localEndpoints.get()).set(id, state));
  note({ status: 'asking' });
  const answer = await askForModels(endpoint, workers);
  if (answer.state === 'listed') {
    note({ status: 'listed', models: answer.models.length });
    return { models: answer.models, problems: [] };
  }
  note({ status: 'failed', problem: answer.problem });
  return { models: [], problems: [{ provider: name, message: localProblemText(answer.problem, endpoint) }] };
}

/** Lists the models of a machine. A failure is reported only if Ollama is installed there or one of its models was chosen. */
async function listMachine(endpoint: ReachedEndpoint, workers: LocalWorkers): Promise<LocalList> {
  const { id, name, bridge } = endpoint;
  const answer = await askForModels(endpoint, workers);
  if (answer.state === 'listed') return { models: answer.models, problems: [] };
  const isExpected = bridge?.hasProgram === true || $settings.get().modelId.startsWith(`${id}:`);
  const problem = { provider: name, message: localProblemText(answer.problem, endpoint), connectionId: id };
  return { models: [], problems: isExpected ? [problem] : [] };
}

async function askForModels(endpoint: ReachedEndpoint, workers: LocalWorkers): Promise<LocalModelsAnswer> {
  try {
    const response = await workers.ask([originOf(endpoint)], LOCAL_PATHS.models, { endpoint });
    return localModelsAnswerSchema.parse(await response.json());
  } catch {
    return { state: 'failed', problem: 'silent' };
  }
}

interface StepSurroundings extends Pick<LocalModelsSurroundings, 'contextWindow' | 'tools'> {
  workers: LocalWorkers;
  signal: AbortSignal;
}

async function askForStep(
  step: ChatRequest,
  endpoint: ReachedEndpoint | undefined,
  { workers, tools, contextWindow, signal }: StepSurroundings,
): Promise<Response> {
  if (endpoint === undefined) {
    const message = `The endpoint of ${step.modelId} is no longer set. Choose another model, or add it again (Settings, Models).`;
    throw new StepTransportError(message, { status: null, kind: 'unknown-model' });
  }
  const offers = toolOffers(step, tools);
  if (!offers.ok) return refusalResponse(offers.refusal);
  const contextTokens = contextWindow(step.modelId);
  try {
    const body = { endpoints: [endpoint], step, offers: offers.value, ...(contextTokens === null ? {} : { contextTokens }) };
    return await workers.ask([originOf(endpoint)], LOCAL_PATHS.step, body, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const message = `${endpoint.name} could not be asked: its part of this page could not be loaded. Check the connection to this app’s server.`;
    throw new StepTransportError(message, { status: null });
  }
}

/** A blocked response on a port that other servers use too is probably not from a model server. */
function isWorthShowing(answer: LookAnswer[number], isItsOwn = false): boolean {
  if (answer.state === 'answers') return true;
  return (answer.problem === 'blocked' && isItsOwn) || answer.problem === 'denied';
}

function originOf({ address }: LocalEndpoint): string {
  return new URL(address).origin;
}
