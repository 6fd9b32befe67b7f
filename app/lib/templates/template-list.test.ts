import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { templateFiles } from './template-files.ts';
import { findTemplate, TEMPLATES } from './template-list.ts';

const packageSchema = z.object({
  name: z.string(),
  private: z.literal(true),
  scripts: z.object({ dev: z.string(), build: z.string(), typecheck: z.string() }),
  devDependencies: z.record(z.string(), z.string()),
});

test('every folder of templates is in the list, and has the shape it should', () => {
  expect(TEMPLATES.map(({ name }) => name).sort()).toEqual(readdirSync(new URL('../../../templates', import.meta.url)).sort());
  for (const { name, title, text, tile } of TEMPLATES) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect([title, text()]).not.toContain('');
    expect(tile).toHaveLength(2);
  }
});

describe.each(TEMPLATES.map(({ name }) => name))('%s', (name) => {
  const files = new Map(templateFiles(name).map(({ path, text }) => [path, text]));

  test('has what a project needs, and says how to run it', () => {
    const packageJson = packageSchema.parse(JSON.parse(files.get('package.json') ?? ''));
    expect(packageJson.name).toBe(name);
    expect(files.get('README.md')).toContain('npm install\nnpm run dev\n');
    expect(files.get('.gitignore')).toContain('node_modules/\n');
    expect(files.has('tsconfig.json')).toBe(true);
  });

  test('pins what the engine runs', () => {
    const { devDependencies } = packageSchema.parse(JSON.parse(files.get('package.json') ?? ''));
    expect(devDependencies.typescript).toBe('~5.9.3');
    expect(devDependencies.vite ?? '~7.3.0').toBe('~7.3.0');
  });
});

test('a template is found by its name, with or without its ending', () => {
  expect(findTemplate('react-ts')?.title).toBe('React');
  expect(findTemplate('react')?.title).toBe('React');
  expect(findTemplate('constructor')).toBeNull();
});
