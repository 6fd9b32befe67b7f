import { expect, test } from 'vitest';
import { defaultModelOf } from './default-model.ts';
import type { ModelInfo } from './models.ts';

const model = (id: string, more: Partial<ModelInfo> = {}): ModelInfo => ({ id, provider: id.split(':')[0] ?? '', name: id, ...more });
const SERVER = [model('openai:gpt-5'), model('local-ollama:phi3')];

test('without models of a machine the default is the server’s, even if this computer has some', () => {
  expect(defaultModelOf(SERVER, 'openai:gpt-5')).toBe('openai:gpt-5');
});

test('on a machine with models it is one of these: one that calls tools, and of these one that is loaded', () => {
  const plain = model('local-at-a:phi3', { callsTools: false, local: { isLoaded: true } });
  const cold = model('local-at-a:qwen3');
  const warm = model('local-at-a:llama3.1', { local: { isLoaded: true } });
  expect(defaultModelOf([...SERVER, plain, cold, warm], 'openai:gpt-5')).toBe(warm.id);
  expect(defaultModelOf([...SERVER, plain, cold], 'openai:gpt-5')).toBe(cold.id);
  expect(defaultModelOf([...SERVER, plain], 'openai:gpt-5')).toBe(plain.id);
});
