import type { Connection } from '../../../lib/models/connection.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { findTableModel, findTableProvider } from './find-table-model.ts';
import { knownCapabilities } from './known-capabilities.ts';
import type { ModelTable } from './model-table.ts';

let loading: Promise<ModelTable> | null = null;

/** Loaded with the first list of models. */
export function loadModelTable(): Promise<ModelTable> {
  // The file is what `makeModelTable` has made; a test says so.
  loading ??= import('./model-table.json').then(({ default: table }) => table as unknown as ModelTable);
  return loading;
}

/** The models with what their provider has not said of them and the table knows. The provider's own word counts. */
export function withTableFacts(models: readonly ModelInfo[], connection: Connection, table: ModelTable): ModelInfo[] {
  const provider = findTableProvider(table, connection.providerId, connection.values.get('baseUrl'));
  if (provider === undefined) return [...models];
  return models.map((model) => {
    const name = model.id.slice(connection.id.length + 1);
    const capable = { ...knownCapabilities(provider.id, name), ...model };
    if (model.price !== undefined && model.contextWindow !== undefined) return capable;
    const { window, price } = findTableModel(table, provider, name) ?? {};
    return {
      ...(window === undefined ? {} : { contextWindow: window }),
      ...(price === undefined || model.price !== undefined ? {} : { price, priceDate: table.date }),
      ...capable,
    };
  });
}
