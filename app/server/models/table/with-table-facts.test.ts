import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeModelTable, modelTableText } from '../../../../scripts/models/make-model-table.ts';
import { modelPriceSchema } from '../../../lib/protocol/models/model-price.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { loadModelTable, withTableFacts } from './with-table-facts.server.ts';

const table = await loadModelTable();

function factsOf(providerId: string, names: readonly string[], values: Record<string, string> = {}, told: Partial<ModelInfo> = {}) {
  const connection = { id: 'c', providerId, name: 'C', values: new Map(Object.entries(values)), owner: 'server' as const };
  const models = names.map((name) => ({ id: `c:${name}`, provider: providerId, name, ...told }));
  return withTableFacts(models, connection, table);
}

test('the table is what the script makes of the installed package', () => {
  expect(readFileSync('app/server/models/table/model-table.json', 'utf8')).toBe(modelTableText(makeModelTable()));
});

test('every price of the table is one, and every provider and pattern can be read', () => {
  for (const { id, address, models } of table.providers) {
    expect(() => new RegExp(address), id).not.toThrow();
    expect(models.length, id).toBeGreaterThan(0);
    for (const { price } of models) if (price !== undefined) expect(modelPriceSchema.parse(price)).toEqual(price);
  }
});

describe('what the provider does not say comes from the table', () => {
  test('by name, by a dated name and by a family', () => {
    const [plain, dated] = factsOf('anthropic', ['claude-opus-4-5', 'claude-opus-4-5-20251101']);
    const price = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 };
    expect(plain).toMatchObject({
      contextWindow: 200_000,
      price,
      priceDate: table.date,
      callsTools: true,
      seesImages: true,
      reasons: true,
    });
    expect(dated).toMatchObject({ contextWindow: 200_000, price });
  });

  test('with the price of long inputs', () => {
    const [model] = factsOf('google', ['gemini-2.5-pro']);
    expect(model?.price).toMatchObject({ input: 1.25, longInput: { above: 200_000, input: 2.5, output: 15 } });
  });

  test('at the prices in force on its date, and the dearest of the day', () => {
    expect(factsOf('openai', ['o3'])[0]?.price).toMatchObject({ input: 2, output: 8 });
    expect(factsOf('deepseek', ['deepseek-v4-pro'])[0]?.price).toMatchObject({ input: 1.32, output: 3.96 });
  });

  test('under the names that the cloud providers give them', () => {
    expect(factsOf('xai', ['grok-4'])[0]?.price).toBeDefined();
    expect(factsOf('amazon-bedrock', ['us.anthropic.claude-opus-4-5-20251101-v1:0'])[0]?.price).toBeDefined();
    expect(factsOf('azure', ['gpt-4o'])[0]?.price).toBeDefined();
  });
});

test('what the provider says counts, and its price has no date of ours', () => {
  const price = { input: 1, output: 2 };
  const [model] = factsOf('openai', ['gpt-4o'], {}, { price, contextWindow: 9_000, seesImages: false });
  expect(model).toMatchObject({ price, contextWindow: 9_000, seesImages: false, callsTools: true });
  expect(model).not.toHaveProperty('priceDate');
});

test('an endpoint of its own is known by its address and not by the names of its models', () => {
  expect(factsOf('openai', ['gpt-4o'], { baseUrl: 'http://127.0.0.1:1234/v1' })).toEqual([
    { id: 'c:gpt-4o', provider: 'openai', name: 'gpt-4o' },
  ]);
  expect(factsOf('openai-compatible', ['deepseek-chat'], { baseUrl: 'https://api.deepseek.com/v1' })[0]?.price).toBeDefined();
  expect(factsOf('openai', ['gpt-4o'], { baseUrl: 'https://evil.example/?https://api.openai.com' })[0]?.price).toBeUndefined();
});

test('a model that nobody knows is left as it is', () => {
  const model = { id: 'c:my-own', provider: 'openai', name: 'my-own' };
  expect(factsOf('openai', ['my-own'])).toEqual([model]);
  expect(factsOf('somebody', ['gpt-4o'])).toEqual([{ id: 'c:gpt-4o', provider: 'somebody', name: 'gpt-4o' }]);
});
