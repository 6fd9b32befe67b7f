import { expect, test } from 'vitest';
import { localEndpointSchema } from '../protocol/models/local-endpoint.ts';
import { newEndpoint } from './new-endpoint.ts';

test('the first of a kind has the kind’s name, others are named by where they are; ids are never taken twice', () => {
  const first = newEndpoint({ kind: 'ollama', address: 'http://127.0.0.1:11434' }, []);
  const second = newEndpoint({ kind: 'ollama', address: 'http://gpu.lan:11434' }, [first]);
  const third = newEndpoint({ kind: 'ollama', address: 'https://gpu.lan:11434' }, [first, second]);
  expect([first, second, third].map(({ id, name }) => [id, name])).toEqual([
    ['local-ollama', 'Ollama'],
    ['local-gpu-lan-11434', 'Ollama at gpu.lan:11434'],
    ['local-gpu-lan-11434-2', 'Ollama at gpu.lan:11434'],
  ]);
  for (const endpoint of [first, second, third]) expect(localEndpointSchema.safeParse(endpoint).success).toBe(true);
});

test('what is at a place that is known for it is named so', () => {
  expect(newEndpoint({ kind: 'openai-compatible', address: 'http://127.0.0.1:8080/v1' }, [])).toMatchObject({
    id: 'local-llama-cpp',
    name: 'llama.cpp',
  });
  expect(newEndpoint({ kind: 'openai-compatible', address: 'http://127.0.0.1:9999/v1' }, [])).toMatchObject({ id: 'local-local-models' });
});
