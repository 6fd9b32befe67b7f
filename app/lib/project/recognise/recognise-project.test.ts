import { expect, test } from 'vitest';
import { kindText, startProblemText } from './facts-text.ts';
import { startCommand } from './project-facts.ts';
import { recogniseProject } from './recognise-project.ts';

const of = (files: Record<string, unknown>) => {
  const texts = new Map(Object.entries(files).map(([path, text]) => [path, typeof text === 'string' ? text : JSON.stringify(text)]));
  return recogniseProject({ paths: [...texts.keys()], readText: async (path) => texts.get(path) ?? null });
};

test('a framework is named by what the project depends on, with its bundler', async () => {
  const react = await of({
    'package.json': { dependencies: { react: '^19' }, devDependencies: { vite: '^7' }, scripts: { build: 'b', dev: 'vite' } },
  });
  expect(react).toEqual({
    kind: { type: 'framework', name: 'React', bundler: 'Vite' },
    tile: 'Re',
    packageManager: 'npm',
    scripts: ['build', 'dev'],
    start: { canStart: true, install: 'npm install', run: 'npm run dev' },
  });
  expect(kindText((await of({ 'package.json': { dependencies: { next: '15', react: '19' } } })).kind)).toBe('Next.js');
  expect(kindText((await of({ 'package.json': { devDependencies: { vite: '7' } } })).kind)).toBe('Vite project');
});

test('the package manager is the one that package.json names, else the one of the lock file', async () => {
  const manager = async (files: Record<string, unknown>) => (await of(files)).packageManager;
  expect(await manager({ 'package.json': {}, 'pnpm-lock.yaml': '' })).toBe('pnpm');
  expect(await manager({ 'package.json': {}, 'bun.lockb': '' })).toBe('bun');
  expect(await manager({ 'package.json': { packageManager: 'yarn@4.1.0' }, 'package-lock.json': '{}' })).toBe('yarn');
});

test('a project in a folder is installed and run there', async () => {
  const facts = await of({
    'README.md': '',
    'web/package.json': { dependencies: { vue: '3' }, scripts: { start: 'x' } },
    'web/pnpm-lock.yaml': '',
  });
  expect(startCommand(facts)).toBe('cd web && pnpm install && pnpm run start');
});

test('where there is nothing to run it says why', async () => {
  const why = async (files: Record<string, unknown>) => {
    const { start } = await of(files);
    return start.canStart ? start.run : startProblemText(start.why);
  };
  expect(await why({ 'package.json': { scripts: { build: 'tsc' } } })).toContain('None of its scripts');
  expect(await why({ 'package.json': {} })).toContain('no scripts');
  expect(await why({ 'pyproject.toml': '' })).toContain('no Python');
  expect(await why({ 'a.txt': '' })).toContain('nothing to run');
  expect(await why({ 'package.json': '{ "scripts": { "dev": "vite" }, // later\n}' })).toContain('no valid JSON');
});

test('a package further down is not the project where the root says what that is', async () => {
  const web = { scripts: { dev: 'x' } };
  expect(startCommand(await of({ 'index.html': '', 'functions/package.json': web }))).toBe('npx --yes serve');
  expect(kindText((await of({ 'pyproject.toml': '', 'tests/fixtures/js/package.json': web })).kind)).toBe('Python project');
  expect(kindText((await of({ 'go.mod': '', 'docs/out/index.html': '' })).kind)).toBe('Go project');
  expect(startCommand(await of({ 'pyproject.toml': '', 'frontend/package.json': web }))).toBe('cd frontend && npm run dev');
  expect(startCommand(await of({ 'README.md': '', 'apps/web/package.json': web }))).toBe('cd apps/web && npm run dev');
});

test('a page without a package is served, a program without one is run', async () => {
  expect(startCommand(await of({ 'index.html': '', 'style.css': '' }))).toBe('npx --yes serve');
  expect(startCommand(await of({ 'site/index.html': '' }))).toBe('npx --yes serve site');
  expect(startCommand(await of({ 'server.js': '', 'lib/a.js': '' }))).toBe('node server.js');
});

test('no file can put words of its own into the commands, or keep the project from being recognised', async () => {
  expect(startCommand(await of({ 'a; rm -rf ~/package.json': { scripts: { dev: 'x' }, dependencies: { a: '1' } } }))).toBeNull();
  expect(startCommand(await of({ '$(x)/index.html': '' }))).toBeNull();
  expect(startCommand(await of({ '-p/package.json': { scripts: { dev: 'x' } } }))).toBeNull();
  expect(kindText((await of({ 'package.json': '{ broken', 'index.html': '' })).kind)).toBe('Static page');
  expect(kindText((await of({ 'package.json': { scripts: 3, dependencies: ['react'] } })).kind)).toBe('Node project');
  expect(kindText((await of({ 'package.json': '[]' })).kind)).toBe('Files');
});
