import { expect, test } from 'vitest';
import { pickableModels, withFavourite, withRecent } from './pickable-models.ts';

const model = (id: string, name = id) => ({ id, name, provider: 'x' });
const LIST = {
  models: [model('openai:gpt-5', 'GPT 5'), model('openai:o3'), model('router:anthropic/claude'), model('demo:scripted')],
  connections: [
    { id: 'openai', name: 'OpenAI' },
    { id: 'router', name: 'OpenRouter' },
  ],
};
const NONE = { favourites: [], recent: [], chat: '', plan: '', compaction: '' };
const shown = (choices: Partial<typeof NONE>, query = '') =>
  pickableModels(LIST, { ...NONE, ...choices }, query).map(({ name, models }) => [name, ...models.map(({ id }) => id)]);

test('a model is listed once: with the favourites, else with those used before, else with its connection', () => {
  const choices = { favourites: ['router:anthropic/claude', 'gone:1'] as never, recent: ['openai:o3', 'router:anthropic/claude'] as never };
  expect(shown(choices)).toEqual([
    ['Favourites', 'router:anthropic/claude'],
    ['Recent', 'openai:o3'],
    ['OpenAI', 'openai:gpt-5'],
    ['demo', 'demo:scripted'],
  ]);
});

test('every word that is looked for is in the name, the id or the connection’s name', () => {
  expect(shown({}, ' CLAUDE  router')).toEqual([['OpenRouter', 'router:anthropic/claude']]);
  expect(shown({}, 'openai gpt')).toEqual([['OpenAI', 'openai:gpt-5']]);
  expect(shown({}, 'nothing')).toEqual([]);
});

test('what was chosen last is the first of those used before, and only so many are kept', () => {
  const ids = Array.from({ length: 10 }, (_, index) => `m:${index}`);
  const choices = [...ids, 'm:5'].reduce(withRecent, { ...NONE, recent: [] });
  expect(choices.recent).toEqual(['m:5', 'm:9', 'm:8', 'm:7', 'm:6', 'm:4', 'm:3', 'm:2']);
});

test('a star is put and taken away', () => {
  const starred = withFavourite(NONE, 'a:1');
  expect([starred.favourites, withFavourite(starred, 'a:1').favourites]).toEqual([['a:1'], []]);
});
