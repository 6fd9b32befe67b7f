import type { ModelMatch, ModelTable, TableModel, TableProvider } from './model-table.ts';

/** Providers that have another name in the table. */
const TABLE_NAMES = new Map([
  ['xai', 'x-ai'],
  ['amazon-bedrock', 'aws'],
  ['bedrock', 'aws'],
  ['workers-ai', 'cloudflare'],
]);

/**
 * Finds the table's provider. A connection with a custom address is matched only by that address: another endpoint's `gpt-5` is not
 * OpenAI's.
 */
export function findTableProvider(table: ModelTable, providerId: string, baseUrl: string | undefined): TableProvider | undefined {
  if (baseUrl !== undefined) return table.providers.find(({ address }) => new RegExp(`^(?:${address})`, 'i').test(baseUrl));
  const id = TABLE_NAMES.get(providerId) ?? providerId;
  return table.providers.find((provider) => provider.id === id);
}

/**
 * Finds a model by its id, then by its known other names, then among the models of other makers if the provider serves
 * those.
 */
export function findTableModel(table: ModelTable, provider: TableProvider, modelName: string): TableModel | undefined {
  const name = modelName.toLowerCase();
  const among = [provider, ...(provider.others ?? []).flatMap((id) => table.providers.find((each) => each.id === id) ?? [])];
  for (const { models } of among) {
    const found = models.find(({ id }) => id === name) ?? models.find(({ match }) => match !== undefined && matches(match, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function matches(match: ModelMatch, name: string): boolean {
  if ('or' in match) return match.or.some((each) => matches(each, name));
  if ('and' in match) return match.and.every((each) => matches(each, name));
  if ('equals' in match) return name === match.equals.toLowerCase();
  if ('starts_with' in match) return name.startsWith(match.starts_with.toLowerCase());
  if ('ends_with' in match) return name.endsWith(match.ends_with.toLowerCase());
  if ('contains' in match) return name.includes(match.contains.toLowerCase());
  return new RegExp(match.regex).test(name);
}
