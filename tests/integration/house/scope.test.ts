import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PROGRAMS = 'packages/engine/src/programs/';
const page = readFileSync('docs/scope.md', 'utf8');

function named(folder: string): string[] {
  return readdirSync(`${PROGRAMS}${folder}`, { withFileTypes: true }).map(
    ({ name, parentPath }) => `${parentPath.slice(PROGRAMS.length)}/${name}`,
  );
}

/** Parts that few programs use. Each must be needed by an independent program, or be removed. */
const parts = [
  ...named('node/deferred').filter((part) => !part.endsWith('.ts')),
  ...named('node/deferred/addons').filter((part) => !part.endsWith('/addon.ts')),
  ...named('node/deferred/sqlite').filter((part) => !part.endsWith('.ts')),
  ...named('npm/managers').filter((part) => !part.endsWith('.ts')),
];

test('docs/scope.md names the stranger who needed each part that few programs ask for', () => {
  const unnamed = parts.filter((part) => !page.includes(`\`${part}`));
  expect(unnamed).toEqual([]);
});

test('what docs/scope.md names is there', () => {
  const places = [...page.matchAll(/`((?:node|npm|sqlite)\/[\w@/.-]+)`/g)].map(([, place = '']) => place);
  const missing = places.filter((place) => {
    const at = place.lastIndexOf('/');
    return !named(place.slice(0, at)).includes(place);
  });
  expect(missing).toEqual([]);
});
