import { connectionIdOf, type OfferedModels } from './active-model.ts';
import type { ModelInfo } from './models.ts';

export interface ConnectionModels {
  connectionId: string;
  /** The name shown to the user. */
  name: string;
  models: readonly ModelInfo[];
}

/** The models of each connection, in listing order. */
export function modelsByConnection(models: readonly ModelInfo[], connections: OfferedModels['connections'] = []): ConnectionModels[] {
  const groups = new Map<string, ModelInfo[]>();
  for (const model of models) {
    const id = connectionIdOf(model.id);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [model]);
    else group.push(model);
  }
  const nameOf = (connectionId: string) => connections.find(({ id }) => id === connectionId)?.name ?? connectionId;
  return [...groups].map(([connectionId, ofConnection]) => ({ connectionId, name: nameOf(connectionId), models: ofConnection }));
}
