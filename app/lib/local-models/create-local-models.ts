import { StepTransportError } from '../agent/errors.ts';
import type { ChatRequest } from '../protocol/chat-request.ts';
import { readLocalAddress } from '../protocol/models/local-address.ts';
import { type LocalEndpoint, MOST_LOCAL_ENDPOINTS } from '../protocol/models/local-endpoint.ts';
import type { ModelInfo } from '../protocol/models/models.ts';
import { $localEndpoints, $localLook, type LocalEndpointState } from '../stores/local-models.ts';
import { $settings } from '../stores/settings.ts';
import { KNOWN_PLACES } from './known-places.ts';
import { localProblemText } from './local-problem-text.ts';
import {
  LOCAL_PATHS,
  type LocalModelsAnswer,
  type LookAnswer,
  type LookPlace,
  localModelsAnswerSchema,
  lookAnswerSchema,
} from './local-request.ts';
import { type CreateLocalWorker, createLocalWorkers, type LocalWorkers } from './local-workers.ts';
import { newEndpoint } from './new-endpoint.ts';

/** What a user can do with models on their own computer. */
export interface LocalModelActions {
  /** Asks the usual places on this computer; what is found is shown (`$localLook`), and used only once it is added. */
  lookForLocalModels(): Promise<void>;
  /** Asks one address that the user typed. Says what is wrong where it is no address. */
  lookAtAddress(typed: string): Promise<{ ok: true } | { ok: false; why: string }>;
  addLocalEndpoint(found: Extract<LookAnswer[number], { state: 'answers' }>): void;
  removeLocalEndpoint(id: string): void;
}

export interface LocalModels {
  readonly actions: LocalModelActions;
  /** One step of a model of this browser. Rejects with a `StepTransportError`. */
  step(request: ChatRequest, signal: AbortSignal): Promise<Response>;
  /** What the endpoints offer, and why some offer nothing. Does not reject. */
  list(): Promise<LocalList>;
  /** Calls back when the endpoints have changed: ask again. */
  onChange(listener: () => void): void;
}

export interface LocalList {
  models: ModelInfo[];
  problems: { provider: string; message: string }[];
}

export interface LocalModelsSurroundings {
  createWorker: CreateLocalWorker;
  /** Tokens of a model's window, where known: its endpoint is asked to give it so much room. */
  contextWindow(modelId: string): number | null;
}

/** Models that this browser asks itself, by workers that reach the user's endpoints and nothing else. */
export function createLocalModels({ createWorker, contextWindow }: LocalModelsSurroundings): LocalModels {
  const workers = createLocalWorkers(createWorker);
  const keepNeeded = () => workers.keepOnly(new Set($settings.get().localEndpoints.map(originOf)));
  return {
    actions: createActions(workers, keepNeeded),
    step: (request, signal) => askForStep(request, { workers, contextWindow, signal }),
    async list() {
      const lists = await Promise.all($settings.get().localEndpoints.map((endpoint) => listOne(endpoint, workers)));
      return { models: lists.flatMap(({ models }) => models), problems: lists.flatMap(({ problems }) => problems) };
    },
    onChange(listener) {
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

function createActions(workers: LocalWorkers, keepNeeded: () => void): LocalModelActions {
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
  return {
    async lookForLocalModels() {
      const answer = await look(KNOWN_PLACES.map(({ address, kind }) => ({ address, kind })));
      $localLook.set({ status: 'looked', found: answer.filter((each, index) => isWorthShowing(each, KNOWN_PLACES[index]?.isItsOwn)) });
    },
    async lookAtAddress(typed) {
      const read = readLocalAddress(typed);
      if (!read.ok) return read;
      $localLook.set({ status: 'looked', found: await look([{ address: read.address }]) });
      return { ok: true };
    },
    addLocalEndpoint(found) {
      const known = endpoints();
      if (known.length >= MOST_LOCAL_ENDPOINTS || known.some(({ address }) => address === found.address)) return;
      keep([...known, newEndpoint(found, known)]);
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

async function askForModels(endpoint: LocalEndpoint, workers: LocalWorkers): Promise<LocalModelsAnswer> {
  try {
    const response = await workers.ask([originOf(endpoint)], LOCAL_PATHS.models, { endpoint });
    return localModelsAnswerSchema.parse(await response.json());
  } catch {
    return { state: 'failed', problem: 'silent' };
  }
}

interface StepSurroundings extends Pick<LocalModelsSurroundings, 'contextWindow'> {
  workers: LocalWorkers;
  signal: AbortSignal;
}

async function askForStep(step: ChatRequest, { workers, contextWindow, signal }: StepSurroundings): Promise<Response> {
  const endpoint = $settings.get().localEndpoints.find(({ id }) => step.modelId.startsWith(`${id}:`));
  if (endpoint === undefined) {
    const message = `The endpoint of ${step.modelId} is no longer set. Choose another model, or add it again (Settings, Models).`;
    throw new StepTransportError(message, { status: null, kind: 'unknown-model' });
  }
  const contextTokens = contextWindow(step.modelId);
  try {
    const body = { endpoints: [endpoint], step, ...(contextTokens === null ? {} : { contextTokens }) };
    return await workers.ask([originOf(endpoint)], LOCAL_PATHS.step, body, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const message = `${endpoint.name} could not be asked: its part of this page could not be loaded. Check the connection to this app’s server, then press Retry.`;
    throw new StepTransportError(message, { status: null });
  }
}

/** What answers nobody at a place where anything may be is most likely no server of models. */
function isWorthShowing(answer: LookAnswer[number], isItsOwn = false): boolean {
  if (answer.state === 'answers') return true;
  return (answer.problem === 'blocked' && isItsOwn) || answer.problem === 'denied';
}

function originOf({ address }: LocalEndpoint): string {
  return new URL(address).origin;
}
