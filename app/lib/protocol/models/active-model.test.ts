import { expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../settings.ts';
import { activeModel, chosenModelId, modeOf } from './active-model.ts';

const model = (id: string) => ({ id, provider: id.split(':')[0] ?? '', name: id });
const LIST = {
  models: ['openai:gpt-5', 'openai:gpt-5-mini', 'openai:o3', 'demo:scripted'].map(model),
  defaultModelId: 'openai:gpt-5',
  problems: [],
  connections: [
    { id: 'openai', name: 'OpenAI' },
    { id: 'demo', name: 'Demo' },
  ],
};

test('the user’s choice comes before what the project wishes for, and that before the default', () => {
  expect(activeModel('openai:o3', 'demo:scripted', LIST)).toEqual({ type: 'offered', model: model('openai:o3') });
  expect(activeModel('', 'demo:scripted', LIST)).toEqual({ type: 'offered', model: model('demo:scripted') });
  expect(activeModel('', 'nobody:knows', LIST)).toEqual({ type: 'unmet', wished: 'nobody:knows', model: model('openai:gpt-5') });
});

test('a file may name a model as its program does, with or without the tag that Ollama adds', () => {
  const phi = { id: 'local-at-a:phi3:latest', provider: 'ollama', name: 'phi3:latest' };
  const mini = { id: 'local-at-a:phi3:mini', provider: 'ollama', name: 'phi3:mini' };
  const list = { ...LIST, models: [...LIST.models, mini, phi] };
  for (const name of ['phi3', 'phi3:latest', phi.id]) {
    expect(activeModel('', name, list)).toEqual({ type: 'offered', model: phi });
    expect(activeModel(name, null, list)).toEqual({ type: 'offered', model: phi });
  }
  expect(activeModel('', 'phi3:mini', list)).toEqual({ type: 'offered', model: mini });
  expect(activeModel('phi4', null, list)).toMatchObject({ type: 'gone', connection: null, model: { id: 'openai:gpt-5' } });
});

test('a model that its connection no longer offers is named, with what is likest to it', () => {
  expect(activeModel('openai:gpt-5-mini-2025', null, LIST)).toEqual({
    type: 'gone',
    id: 'openai:gpt-5-mini-2025',
    connection: 'OpenAI',
    model: model('openai:gpt-5'),
    replacement: model('openai:gpt-5-mini'),
  });
});

test('a model whose connection is gone, too, is replaced by the default', () => {
  expect(activeModel('lab:qwen', null, LIST)).toMatchObject({ type: 'gone', connection: null, replacement: { id: 'openai:gpt-5' } });
});

test('a model whose connection cannot be listed now is asked all the same', () => {
  const problems = [{ provider: 'OpenAI', connectionId: 'openai', message: 'did not answer in time.' }];
  const list = { ...LIST, models: [model('demo:scripted')], defaultModelId: 'demo:scripted', problems };
  expect(activeModel('openai:gpt-5:free', null, list)).toEqual({
    type: 'unlisted',
    model: { id: 'openai:gpt-5:free', provider: 'openai', name: 'gpt-5:free' },
    problem: 'did not answer in time.',
  });
});

test('before anything is listed there is none', () => {
  expect(activeModel('openai:o3', null, { models: [], defaultModelId: '', problems: [] })).toEqual({ type: 'none' });
});

test('a mode with a model of its own uses that, the others the chosen one', () => {
  const settings = { ...DEFAULT_APP_SETTINGS, modelId: 'a:1', models: { ...DEFAULT_APP_SETTINGS.models, plan: 'a:2' } };
  expect([chosenModelId('agent', settings), chosenModelId('plan', settings), chosenModelId('chat', settings)]).toEqual([
    'a:1',
    'a:2',
    'a:1',
  ]);
  expect(modeOf({ ...settings, planMode: true })).toBe('plan');
  expect(modeOf({ ...settings, planMode: true, agent: { ...settings.agent, enabled: false } })).toBe('chat');
});
