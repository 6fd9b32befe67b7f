import { expect, test } from 'vitest';
import { offeredSchema } from './offered-schema.ts';

test('what says nothing of itself becomes the kinds that there are, in lists as well', () => {
  const offered = offeredSchema({
    type: 'object',
    properties: { any: { description: 'What you like' }, list: { type: 'array', items: {} } },
  });
  const anything = expect.arrayContaining([{ type: 'string' }, { type: 'number' }]);
  expect(offered.properties).toEqual({
    any: { description: 'What you like', anyOf: anything },
    list: { type: 'array', items: { anyOf: anything } },
  });
});

test('alternatives have nothing beside them, and a choice of nothing is none', () => {
  const choice = { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] };
  const offered = offeredSchema({
    type: 'object',
    properties: { choice, both: { type: 'object', anyOf: [{}], properties: { x: { type: 'string', enum: ['', 'a'] } } } },
    required: ['choice'],
  });
  expect(offered).toEqual({
    type: 'object',
    properties: {
      choice: { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { anyOf: expect.anything() } } }] },
      both: { type: 'object', properties: { x: { type: 'string' } } },
    },
    required: ['choice'],
  });
});
