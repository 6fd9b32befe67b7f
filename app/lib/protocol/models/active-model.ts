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
  const named = (id: string | null) => offered.models.find((model) => model.id === id);
  const model = named(chosen === '' ? wished : chosen);
  if (model !== undefined) return { type: 'offered', model };
  const connectionId = connectionIdOf(chosen);
  const problem = offered.problems.find((each) => each.connectionId !== undefined && each.connectionId === connectionId);
  if (problem !== undefined) return { type: 'unlisted', model: unlisted(chosen), problem: problem.message };
  const other = named(offered.defaultModelId);
  if (other === undefined) return { type: 'none' };
  if (chosen === '') return { type: 'offered', model: other };
  const connection = offered.connections?.find(({ id }) => id === connectionId)?.name ?? null;
  return { type: 'gone', id: chosen, connection, model: other, replacement: likest(chosen, offered.models) ?? other };
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
