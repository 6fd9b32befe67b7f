import type { ChatMode } from '../chat-request.ts';
import type { AppSettings } from '../settings.ts';
import type { ModelInfo } from './models.ts';

/** The parts of the model list that are needed here. */
export interface OfferedModels {
  models: readonly ModelInfo[];
  defaultModelId: string;
  problems: readonly { message: string; connectionId?: string | undefined }[];
  connections?: readonly { id: string; name: string }[] | undefined;
}

export type ActiveModel =
  | { type: 'offered'; model: ModelInfo }
  /** Its connection could not list its models; the model is used anyway. */
  | { type: 'unlisted'; model: ModelInfo; problem: string }
  /**
   * Its connection does not offer it (`connection` null: the connection is gone, too). `model` answers instead; `replacement` has the most
   * similar id.
   */
  | { type: 'gone'; id: string; connection: string | null; model: ModelInfo; replacement: ModelInfo }
  /** The project's file names a model that is not offered here; `model` answers instead. */
  | { type: 'unmet'; wished: string; model: ModelInfo }
  | { type: 'none' };

/** The mode for the next message. */
export function modeOf({ agent, planMode }: Pick<AppSettings, 'agent' | 'planMode'>): ChatMode {
  if (!agent.enabled) return 'chat';
  return planMode ? 'plan' : 'agent';
}

/** The model that the user has chosen for this mode, or else the general choice; empty if there is none. */
export function chosenModelId(mode: ChatMode, { modelId, models }: Pick<AppSettings, 'modelId' | 'models'>): string {
  return (mode === 'agent' ? '' : models[mode]) || modelId;
}

/** The part of a model's id before the colon. */
export function connectionIdOf(modelId: string): string {
  return modelId.slice(0, Math.max(0, modelId.indexOf(':')));
}

/** The model that answers next: the user's choice, else the project's, else the default. */
export function activeModel(chosen: string, wished: string | null, offered: OfferedModels): ActiveModel {
  const model = modelNamed(chosen === '' ? (wished ?? '') : chosen, offered);
  if (model !== undefined) return { type: 'offered', model };
  const connectionId = connectionIdOf(chosen);
  const problem = offered.problems.find((each) => each.connectionId !== undefined && each.connectionId === connectionId);
  if (problem !== undefined) return { type: 'unlisted', model: unlisted(chosen), problem: problem.message };
  const other = modelNamed(offered.defaultModelId, offered);
  if (other === undefined) return { type: 'none' };
  if (chosen === '' && wished !== null) return { type: 'unmet', wished, model: other };
  if (chosen === '') return { type: 'offered', model: other };
  const connection = offered.connections?.find(({ id }) => id === connectionId)?.name ?? null;
  return { type: 'gone', id: chosen, connection, model: other, replacement: likest(chosen, offered.models) ?? other };
}

/** Returns the model with this id or, if there is none, the first with this name: files name models as their programs do, such as `phi3`. */
export function modelNamed(text: string, { models }: Pick<OfferedModels, 'models'>): ModelInfo | undefined {
  if (text === '') return undefined;
  const withName = (name: string) => models.find((model) => model.name === name);
  return models.find(({ id }) => id === text) ?? withName(text) ?? withName(`${text}:latest`);
}

/** A model about which nothing but its id is known, because its connection cannot be listed. */
export function unlisted(id: string): ModelInfo {
  const provider = connectionIdOf(id);
  return { id, provider, name: id.slice(provider.length + 1) };
}

/** The model of the same connection whose id shares the longest prefix; of several, the first. */
function likest(id: string, models: readonly ModelInfo[]): ModelInfo | undefined {
  const prefix = `${connectionIdOf(id)}:`;
  let best: ModelInfo | undefined;
  let most = -1;
  for (const model of models) {
    if (!model.id.startsWith(prefix)) continue;
    const alike = commonStart(id, model.id);
    if (alike > most) [best, most] = [model, alike];
  }
  return best;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
