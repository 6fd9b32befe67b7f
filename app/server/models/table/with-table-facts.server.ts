import type { Connection } from '../../../lib/models/connection.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { findTableModel, findTableProvider } from './find-table-model.ts';
import { knownCapabilities } from './known-capabilities.ts';
import type { ModelTable } from './model-table.ts';

let loading: Promise<ModelTable> | null = null;

/** Loaded with the first list of models. */
export function loadModelTable(): Promise<ModelTable> {
  // `makeModelTable` wrote the file, so it has this type; a test checks that.
  loading ??= import('./model-table.json').then(({ default: table }) => table as unknown as ModelTable);
  return loading;
}

/** Adds facts from the table that a model's provider does not state. The provider's own data takes precedence. */
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
