import { afterEach, expect, test } from 'vitest';
import type { ContentHash } from '../protocol/ids.ts';
import { EMPTY_PROJECT_CONFIG } from '../protocol/project-facts/project-config.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { $projectConfig } from '../stores/project-config.ts';
import { $routines } from './config/project-routines.ts';
import { createProjectConfigService } from './project-config-service.ts';

afterEach(() => $projectConfig.set({ config: EMPTY_PROJECT_CONFIG, warnings: [], scripts: [] }));

function project() {
  const files = new Map<string, ContentHash>();
  const contents = new Map<string, string>();
  const errors: string[] = [];
  const service = createProjectConfigService({
    files: () => files,
    read: async (hash) => {
      if (hash === 'broken') throw new Error('no disk');
      return new TextEncoder().encode(contents.get(hash) ?? '');
    },
    notices: { error: (message) => errors.push(message) },
  });
  return {
    service,
    errors,
    async write(path: string, text: string | null) {
      const hash = `${path} ${text}` as ContentHash; // Any name that is unique per text will do here.
      if (text === null) files.delete(path);
      else files.set(path, hash);
      contents.set(hash, text ?? '');
      service.check();
      await service.settled();
    },
    files,
  };
}

test('an edit of the file is in force at once, and its removal too', async () => {
  const { service, write } = project();
  expect(service.tighten(DEFAULT_APP_SETTINGS)).toEqual(DEFAULT_APP_SETTINGS);
  await write('.devonz/config.toml', '[agent]\nmaxIterations = 5\n[routines]\ngo = "npm start"\n');
  expect(service.tighten(DEFAULT_APP_SETTINGS).agent.maxIterations).toBe(5);
  expect($routines.get().map(({ name }) => name)).toEqual(['go']);
  await write('.devonz/config.toml', null);
  expect(service.tighten(DEFAULT_APP_SETTINGS)).toEqual(DEFAULT_APP_SETTINGS);
});

test('a broken file gives the defaults and a notice with its line, once', async () => {
  const { service, write, errors } = project();
  await write('.devonz/config.toml', '[agent]\nmaxIterations = \n');
  expect(errors).toEqual([expect.stringContaining('line 2')]);
  expect(service.tighten(DEFAULT_APP_SETTINGS)).toEqual(DEFAULT_APP_SETTINGS);
  await write('package.json', '{"scripts":{"dev":"vite"}}');
  expect(errors).toHaveLength(1);
  expect($routines.get()).toMatchObject([{ name: 'dev', command: 'npm run dev -- $*' }]);
});

test('a file that cannot be read is as if it were not there; what has not changed is not read again', async () => {
  const { service, files, errors } = project();
  files.set('.devonz/config.toml', 'broken' as ContentHash);
  service.check();
  const first = service.settled();
  service.check();
  expect(service.settled()).toBe(first);
  await first;
  expect($projectConfig.get().config).toEqual(EMPTY_PROJECT_CONFIG);
  expect(errors).toEqual([]);
});

test('of two quick changes the last one counts', async () => {
  const { service, write } = project();
  const first = write('.devonz/config.toml', '[agent]\nmaxIterations = 5\n');
  const second = write('.devonz/config.toml', '[agent]\nmaxIterations = 7\n');
  await Promise.all([first, second]);
  expect(service.tighten(DEFAULT_APP_SETTINGS).agent.maxIterations).toBe(7);
});
