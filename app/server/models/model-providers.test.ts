import { expect, test } from 'vitest';
import { modelProviders } from './model-providers.server.ts';
import modelVariables from './model-variables.json';

test('npm start passes on the variables that a provider names', () => {
  const named = modelProviders.flatMap(({ fields }) => fields.flatMap(({ variable }) => variable ?? []));
  // Only the tests set the demo's pace.
  expect([...modelVariables, 'DEMO_PACE'].sort()).toEqual(named.sort());
});

test('each provider and each of its fields has a name of its own', () => {
  const ids = modelProviders.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, fields } of modelProviders) expect(new Set(fields.map(({ name }) => name)).size, id).toBe(fields.length);
});
