import { readFileSync } from 'node:fs';
import { findProvider } from '@pydantic/genai-prices';
import type { ModelPrice } from '../../app/lib/protocol/models/model-price.ts';
import type { ModelMatch, ModelTable, TableModel, TableProvider } from '../../app/server/models/table/model-table.ts';

type SourceProvider = NonNullable<ReturnType<typeof findProvider>>;
type SourceModel = SourceProvider['models'][number];
type SourcePrices = Exclude<SourceModel['prices'], readonly unknown[]>;

/** The release dates of the versions (`npm view @pydantic/genai-prices time`), which the package does not contain. */
const RELEASED = new Map([['0.1.8', '2026-09-23']]);

/** Providers supported here directly, and those that an OpenAI-compatible connection can identify by URL. */
const PROVIDERS = [
  'openai',
  'anthropic',
  'google',
  'openrouter',
  'groq',
  'mistral',
  'deepseek',
  'x-ai',
  'azure',
  'aws',
  'cloudflare',
  'together',
  'fireworks',
  'cerebras',
  'perplexity',
  'moonshotai',
  'cohere',
  'huggingface_together',
  'novita',
  'ovhcloud',
  'avian',
  'zai',
  'minimax',
];

/** Returns the package's data without the parts that no chat needs. The same version gives the same table. */
export function makeModelTable(): ModelTable {
  const { version }: { version: string } = JSON.parse(readFileSync('node_modules/@pydantic/genai-prices/package.json', 'utf8'));
  const date = RELEASED.get(version);
  if (date === undefined) throw new Error(`When did @pydantic/genai-prices ${version} come out? Put its date into RELEASED.`);
  return { version, date, providers: PROVIDERS.map((id) => toProvider(id, date)) };
}

/** Formats the table for the repository: one model per line, so that a new version's diff shows the changes. */
export function modelTableText({ version, date, providers }: ModelTable): string {
  const texts = providers.map(({ models, ...provider }) => {
    const lines = models.map((model) => `    ${JSON.stringify(model)}`).join(',\n');
    return `  ${JSON.stringify(provider).slice(0, -1)},"models":[\n${lines}\n  ]}`;
  });
  return `{"version":${JSON.stringify(version)},"date":${JSON.stringify(date)},"providers":[\n${texts.join(',\n')}\n]}\n`;
}

function toProvider(providerId: string, date: string): TableProvider {
  const provider = findProvider({ providerId });
  if (provider === undefined) throw new Error(`@pydantic/genai-prices has no provider ${providerId}.`);
  const { id, api_pattern: address, fallback_model_providers: others } = provider;
  const models = provider.models
    .map((model) => toModel(model, date))
    .filter(({ window, price }) => window !== undefined || price !== undefined);
  return { id, address, ...(others === undefined ? {} : { others }), models };
}

function toModel(model: SourceModel, date: string): TableModel {
  const price = toPrice(pricesOf(model, date));
  const isItsId = 'equals' in model.match && model.match.equals.toLowerCase() === model.id;
  return {
    id: model.id,
    // The same structure, except that the package's arrays are mutable.
    ...(isItsId ? {} : { match: model.match satisfies ModelMatch }),
    ...(model.context_window === undefined ? {} : { window: model.context_window }),
    ...(price === null ? {} : { price }),
  };
}

/**
 * Returns the newest price in force on the table's date. Of prices by time of day the highest is used, so that an estimate is never too
 * low.
 */
function pricesOf({ prices }: SourceModel, date: string): SourcePrices {
  if (!Array.isArray(prices)) return prices;
  const begun = prices.filter(({ constraint }) => constraint?.type !== 'start_date' || constraint.start_date <= date);
  const newest = begun.findLast(({ constraint }) => constraint?.type !== 'time_of_date');
  const byTime = begun.filter(({ constraint }) => constraint?.type === 'time_of_date');
  const candidates = [...(newest === undefined ? [] : [newest]), ...byTime].map((candidate) => candidate.prices);
  return candidates.reduce((dearest, each) => ((rate(each, 'input_mtok') ?? 0) > (rate(dearest, 'input_mtok') ?? 0) ? each : dearest));
}

function toPrice(prices: SourcePrices): ModelPrice | null {
  const base = ratesOf((name) => rate(prices, name));
  if (base === null) return null;
  const above = limitOf(prices);
  if (above === null) return base;
  const long = ratesOf((name) => longRate(prices, name));
  return long === null ? base : { ...base, longInput: { above, ...long } };
}

function ratesOf(rateOf: (name: string) => number | undefined): Omit<ModelPrice, 'longInput'> | null {
  const [input, output] = [rateOf('input_mtok'), rateOf('output_mtok')];
  const [cacheRead, cacheWrite] = [rateOf('cache_read_mtok'), rateOf('cache_write_mtok')];
  if (input === undefined || output === undefined) return null;
  return { input, output, ...(cacheRead === undefined ? {} : { cacheRead }), ...(cacheWrite === undefined ? {} : { cacheWrite }) };
}

function rate(prices: SourcePrices, name: string): number | undefined {
  const value = prices[name];
  return typeof value === 'object' ? value.base : value;
}

function longRate(prices: SourcePrices, name: string): number | undefined {
  const value = prices[name];
  return typeof value === 'object' ? value.tiers[0]?.price : value;
}

/** No provider has more than one limit, and none has a separate limit for output. */
function limitOf(prices: SourcePrices): number | null {
  const limits = new Set<number>();
  for (const value of Object.values(prices)) {
    if (typeof value !== 'object') continue;
    for (const { start } of value.tiers) limits.add(start);
  }
  if (limits.size > 1) throw new Error(`More than one limit: ${[...limits].join(', ')}. ModelPrice holds one.`);
  return [...limits][0] ?? null;
}
