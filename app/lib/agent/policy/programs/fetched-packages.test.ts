import { expect, test } from 'vitest';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import type { LocalProgram, ScriptText } from '../../contract/tool-definition.ts';
import { policyContext } from '../../testing/policy-context.ts';
import { decide } from '../decide.ts';

interface Lookup {
  scripts?: readonly ScriptText[];
  programs?: readonly LocalProgram[];
}

function verdictOf(command: string, lookup: Lookup = {}) {
  const context = policyContext({ autoApproveCommands: true });
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null, ...lookup }, context).verdict;
}

const script = (name: string, isThere: boolean): ScriptText => ({
  folder: '',
  name,
  text: `pre${name}: \n${name}: ${isThere ? 'vite' : ''}\npost${name}: `,
  lines: isThere ? [{ label: name, command: 'vite', folder: '' }] : [],
});
const program = (name: string): LocalProgram => ({ name, file: `node_modules/${name}/cli.js`, folder: '' });

test.each([
  'yarn cowsay',
  'pnpm cowsay hi',
  'bun cowsay',
  'pnpm exec cowsay',
  'yarn exec cowsay',
  'yarn vite',
  'npx cowsay',
  'bunx cowsay',
  'pnpm dlx x',
])('%s may fetch a package, and asks', (command) => {
  expect(verdictOf(command)).toBe('ask');
});

test.each(['yarn build', 'pnpm test:unit', 'bun dev', 'yarn tsc --noEmit', 'pnpm exec vitest run', 'pnpm -w add zod', 'yarn', 'npm test'])(
  '%s runs what the project has, as far as its name tells',
  (command) => {
    expect(verdictOf(command)).toBe('auto');
  },
);

test('where the project was looked at, what it has decides', () => {
  expect(verdictOf('yarn cowsay', { scripts: [script('cowsay', true)] })).toBe('auto');
  expect(verdictOf('yarn cowsay', { scripts: [script('cowsay', false)] })).toBe('ask');
  expect(verdictOf('yarn lint', { scripts: [script('lint', false)] })).toBe('ask');
  expect(verdictOf('yarn lint', { scripts: [script('lint', true)] })).toBe('auto');
  expect(verdictOf('yarn vite', { scripts: [script('vite', false)], programs: [program('vite')] })).toBe('auto');
  expect(verdictOf('pnpm exec vite build', { scripts: [], programs: [program('vite')] })).toBe('auto');
  expect(verdictOf('pnpm exec vitest run', { scripts: [] })).toBe('ask');
});
