import { expect, test } from 'vitest';
import { knownPrices } from './known-prices.ts';
import { requestCost, runCost } from './run-cost.ts';

const MODEL = { id: 'c', provider: 'x', name: 'C' };
const PRICE = { input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 };

test('input that was kept or is to be kept costs its own price, and is not paid twice', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedInputTokens: 800_000, cacheWriteTokens: 100_000 };
  expect(requestCost(usage, PRICE)).toBeCloseTo(0.4 + 0.32 + 0.5 + 2);
});

test('without prices of a cache all input costs the same', () => {
  const usage = { inputTokens: 1_000_000, cachedInputTokens: 800_000, cacheWriteTokens: 100_000 };
  expect(requestCost(usage, { input: 4, output: 20 })).toBe(4);
});

test('thoughts are a part of the output', () => {
  expect(requestCost({ outputTokens: 100_000, reasoningTokens: 90_000 }, PRICE)).toBe(2);
});

test('a cached share larger than the input costs no more than the input', () => {
  expect(requestCost({ inputTokens: 1_000_000, cachedInputTokens: 9_000_000, cacheWriteTokens: 9_000_000 }, PRICE)).toBeCloseTo(0.4);
});

test('a long input costs its own price from the first token, and only above the limit', () => {
  const price = { ...PRICE, longInput: { above: 200_000, input: 8, output: 30 } };
  expect(requestCost({ inputTokens: 200_000, outputTokens: 1_000 }, price)).toBeCloseTo(0.82);
  expect(requestCost({ inputTokens: 250_000, outputTokens: 1_000, cachedInputTokens: 250_000 }, price)).toBeCloseTo(2.03);
});

test('what was not counted is not free, except where nothing costs anything', () => {
  expect(requestCost({}, PRICE)).toBeNull();
  expect(requestCost({}, { input: 0, output: 0 })).toBe(0);
});

test('a run costs what its models cost, each at its own price', () => {
  const requests = [
    { modelId: 'a', usage: { inputTokens: 1_000_000, outputTokens: 500_000 } },
    { modelId: 'b', usage: { inputTokens: 100_000 } },
  ];
  expect(
    runCost(requests, knownPrices({ a: { input: 3, output: 15 } }, [{ ...MODEL, id: 'b', price: { input: 1, output: 2 } }])),
  ).toBeCloseTo(10.6);
  expect(runCost([], () => null)).toBe(0);
});

test('without the price of one of its models nobody knows what a run costs', () => {
  const requests = [
    { modelId: 'a', usage: { inputTokens: 1 } },
    { modelId: 'toString', usage: { inputTokens: 1 } },
  ];
  expect(runCost(requests, knownPrices({ a: { input: 3, output: 15 } }, [MODEL]))).toBeNull();
});

test('the price that the user has set is the one that counts', () => {
  const priceOf = knownPrices({ c: { input: 9, output: 9 } }, [{ ...MODEL, price: { input: 1, output: 1 } }]);
  expect(priceOf('c')).toEqual({ input: 9, output: 9 });
  expect(priceOf('toString')).toBeNull();
});
