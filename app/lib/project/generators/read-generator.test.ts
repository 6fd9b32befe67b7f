import { expect, test } from 'vitest';
import { generatorCommand } from './generator-command.ts';
import { readGenerator } from './read-generator.ts';

const VITE = '. --template react-ts --no-interactive';

test.each([
  ['create-vite', 'create-vite', VITE],
  ['vite', 'create-vite', VITE],
  ['Vite@7', 'create-vite@7', VITE],
  ['create vite', 'create-vite', VITE],
  ['npm create vite@latest', 'create-vite@latest', VITE],
  ['npm create vite@latest my-app -- --template vue', 'create-vite@latest', 'my-app --template vue'],
  ['  $ npm  init vite my-app ', 'create-vite', 'my-app'],
  ['pnpm create vite my-app --template svelte', 'create-vite', 'my-app --template svelte'],
  ['npx create-next-app@latest my-app --yes', 'create-next-app@latest', 'my-app --yes'],
  ['npx --yes create-astro', 'create-astro', '. --template minimal --no-install --no-git --yes'],
  ['pnpm dlx sv create shop', 'sv', 'create shop'],
  ['bunx degit user/repo', 'degit', 'user/repo'],
  ['npm init @eslint/config', '@eslint/create-config', '.'],
  ['npm create @angular@19 .', '@angular/create@19', '.'],
  ['yarn create @scope/thing@2 "my app"', '@scope/create-thing@2', '"my app"'],
  ['create-nuxt', 'create-nuxt', '.'],
  ['create-svelte my-app', 'create-svelte', 'my-app'],
])('%s is %s, given %s', (text, name, given) => {
  expect(readGenerator(text)).toEqual({ name, arguments: given });
  expect(generatorCommand({ generator: name, arguments: given }).ok).toBe(true);
});

test.each(['', ' ', '--', 'npm create ', '$', 'a;b c', '-p x'])('%j is no generator, and is said to be none', (text) => {
  const { name, arguments: given } = readGenerator(text);
  expect(generatorCommand({ generator: name, arguments: given })).toMatchObject({ ok: false });
});
