import { describe, expect, test } from 'vitest';
import { scriptsIn } from './package-scripts.ts';
import { knownRoutines } from './routines.ts';

describe('the routines there are', () => {
  const project = [{ name: 'test', description: 'Ours', command: 'npm run unit' }];
  const user = [{ name: 'test', description: 'Mine', command: 'npx vitest' }];

  test('the defaults are there where package.json has their script', () => {
    const scripts = scriptsIn('{"scripts":{"start":"vite","build":"vite build","type-check":"tsc","other":"x"}}');
    expect(knownRoutines({ user: [], project: [], scripts }).map(({ name, command }) => `${name}: ${command}`)).toEqual([
      'build: npm run build -- $*',
      'dev: npm run start -- $*',
      'typecheck: npm run type-check -- $*',
    ]);
  });

  test('each of the seven runs the script that a project has for it, whichever of its usual names that has', () => {
    const names = ['dev', 'build', 'test', 'lint', 'typecheck', 'audit', 'format'];
    const commands = (scripts: string[]) =>
      Object.fromEntries(knownRoutines({ user: [], project: [], scripts }).map(({ name, command }) => [name, command]));
    expect(commands(names)).toEqual(Object.fromEntries(names.map((name) => [name, `npm run ${name} -- $*`])));
    const others = ['start', 'check-types', 'fmt'];
    expect(commands(others)).toEqual({ dev: 'npm run start -- $*', typecheck: 'npm run check-types -- $*', format: 'npm run fmt -- $*' });
    expect(knownRoutines({ user: [], project: [], scripts: names }).every(({ description }) => description !== '')).toBe(true);
  });

  test("a project's hides a default, and a user's own hides both", () => {
    const scripts = ['test'];
    expect(knownRoutines({ user: [], project, scripts })).toEqual([{ ...project[0], from: 'project' }]);
    expect(knownRoutines({ user, project, scripts })).toEqual([{ ...user[0], from: 'user' }]);
  });

  test.each(['', '{', '[]', '{"scripts":3}', '{"scripts":{"a":1}}', 'null'])('a package.json such as %j has no scripts', (text) => {
    expect(scriptsIn(text)).toEqual([]);
  });
});
