import type { ModelChoices } from '../settings.ts';
import type { OfferedModels } from './active-model.ts';
import type { ModelInfo } from './models.ts';
import { modelsByConnection } from './models-by-connection.ts';

export interface PickGroup {
  id: string;
  /** The name shown to the user. */
  name: string;
  models: readonly ModelInfo[];
}

/**
 * The models to pick from, each listed once: first the favourites, then the recent ones, then by connection. With a query, only models that
 * contain every word of it in their name, id or connection name.
 */
export function pickableModels(
  { models, connections }: Pick<OfferedModels, 'models' | 'connections'>,
  { favourites, recent }: Pick<ModelChoices, 'favourites' | 'recent'>,
  query: string,
): readonly PickGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = modelsByConnection(models, connections).map(({ connectionId, name, models: ofConnection }) => ({
    id: `connection ${connectionId}`,
    name,
    models: ofConnection.filter((model) => {
      const text = `${model.name} ${model.id} ${name}`.toLowerCase();
      return words.every((word) => text.includes(word));
    }),
  }));
  const byId = new Map(found.flatMap((group) => group.models.map((model) => [model.id, model] as const)));
  const listed = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const liked = listed(favourites);
  const used = listed(recent.filter((id) => !favourites.includes(id)));
  const above = new Set([...liked, ...used]);
  const groups = [
    { id: 'favourites', name: 'Favourites', models: liked },
    { id: 'recent', name: 'Recent', models: used },
    ...found.map((group) => ({ ...group, models: group.models.filter((model) => !above.has(model)) })),
  ];
  return groups.filter((group) => group.models.length > 0);
}

const MOST_RECENT = 8;
const MOST_FAVOURITES = 100;

/** The choices with this model as the most recent one. */
export function withRecent(choices: ModelChoices, modelId: string): ModelChoices {
  return { ...choices, recent: [modelId, ...choices.recent.filter((id) => id !== modelId)].slice(0, MOST_RECENT) };
}

/** Toggles whether the model is a favourite. */
export function withFavourite(choices: ModelChoices, modelId: string): ModelChoices {
  const others = choices.favourites.filter((id) => id !== modelId);
  const isFavourite = others.length < choices.favourites.length;
  return { ...choices, favourites: isFavourite ? others : [...others, modelId].slice(-MOST_FAVOURITES) };
}
