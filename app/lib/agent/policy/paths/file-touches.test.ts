import { describe, expect, it } from 'vitest';
import { grantFor } from '../../../protocol/grant-for.ts';
import type { FileTouches } from '../../../protocol/tool-call.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { fileTouches } from './file-touches.ts';

const ROOT = '/home/project';
const command = 'cp .env.example .env && rm -rf src/old && npm run more';
const scripts = [{ folder: '', name: 'setup', text: command, lines: [{ label: 'setup', command, folder: '' }] }];
const touches = (command: string, isApproved: boolean, access?: { read?: string[]; write?: string[] }) =>
  fileTouches(
    { kind: 'command', command, cwd: toWorkspacePath(''), script: null, scripts, ...(access === undefined ? {} : { access }) },
    ROOT,
    isApproved,
  );
const NOTHING: FileTouches = { secrets: false, read: [], write: [], isAnyProtected: false };

describe('what a command may touch unasked', () => {
  it.each([
    'cat src/main.ts',
    'cat .env',
    'grep -rn KEY .',
    'node server.js',
    'echo x > AGENTS.md',
    'vite build',
    'npm run build; grep -r KEY .',
    'npm test | xargs cat',
    'npm test; rg KEY',
    'npm test; find . -exec cat {} +',
    'npm run build && cat dist/x',
    'npm run build && npx evil',
    'npm run build < .env',
    'npm ci && node evil.js',
    'pnpm --filter a add evil',
    'pnpm -F a install evil',
    'npm test; ls -la',
    'npm test; stat .env',
    'npm test; du -b',
    "npm test; find . -printf '%s'",
    'npm test; test .env -nt a',
    'npm test; [ -s .env ]',
    'npm test; touch -r .env a',
    'find . -name x -exec cat {} +',
    'rm -rf dist',
    'for f in *; do cat "$f"; done',
    'echo $((1',
  ])('is nothing guarded: %s', (command) => {
    expect({ ...touches(command, false), read: [], write: [] }).toEqual(NOTHING);
    expect(touches(command, false).write.filter((path) => path !== '/home/.npm')).toEqual([]);
  });

  it.each([
    'npm run build',
    'npm test',
    'cd packages/a && npm test 2>&1 | tail -n 20',
    'CI=1 npm test | grep -c fail',
    'npm ci && npm run build',
    'timeout 60 npm test',
    'npm run build && ls -la dist && du -sh dist',
    'npm run build 2>&1 | sed -n 1,20p; find dist -type f -name "*.js"',
  ])('is the keys for a script of the project: %s', (command) => {
    expect(touches(command, false)).toMatchObject({ secrets: true, isAnyProtected: false });
  });

  it('is the packages and their list for an installation', () => {
    expect(touches('npm install left-pad', false)).toEqual({
      ...NOTHING,
      read: ['**/.npmrc', '/home/.npmrc'],
      write: ['**/node_modules', '**/package.json', '/home/.npm'],
    });
  });

  it('is the removal of the packages', () => {
    expect(touches('rm -rf node_modules dist && npm install', false).write).toContain('node_modules');
  });
});

describe('what an approved command may touch', () => {
  it.each<[string, Partial<FileTouches>]>([
    ['cat .env', { read: ['.env'] }],
    ['cd packages/a && cat .env', { read: ['packages/a/.env'] }],
    ['cat ~/.npmrc', { read: ['/home/.npmrc'] }],
    ['sort < .env', { read: ['.env'] }],
    ['echo x > AGENTS.md', { write: ['AGENTS.md'] }],
    ['echo x > src/a.ts', {}],
    ['mkdir ../other', { write: ['/home/other'] }],
    ['rm -rf src', { write: ['src'] }],
    ['mv .env .env.old', { read: ['.env', '.env.old'], write: ['.env', '.env.old'] }],
    ['mv src lib', { write: ['src', 'lib'] }],
    ['ln -s .env x', { read: ['.env'], write: ['.env'] }],
    ['cat .dev*', { secrets: true }],
    ['cat "$FILE"', { secrets: true }],
    ['sed -i s/a/b/ AGENT?.md', { secrets: true, isAnyProtected: true }],
    ['node x.js', { secrets: true }],
    ['some-tool AGENTS.md', { secrets: true, write: ['AGENTS.md'] }],
    ['npm run build', { secrets: true }],
    ['npm run setup', { secrets: true, write: ['.env', 'src/old'] }],
    ['echo $((1', { secrets: true, isAnyProtected: true }],
    ['ls', {}],
  ])('%s', (command, expected) => {
    expect(touches(command, true)).toEqual({ ...NOTHING, ...expected });
  });

  it('is what the model has asked for besides', () => {
    const asked = { read: ['.env'], write: ['node_modules/a'] };
    expect(touches('grep -rn KEY .', true, asked)).toEqual({ ...NOTHING, ...asked });
    expect(touches('grep -rn KEY .', false, asked)).toEqual(NOTHING);
  });

  it('lets a package that makes a project write what templates hold', () => {
    expect(touches('npm create vite@latest app', true)).toMatchObject({ secrets: true, isAnyProtected: false });
    expect(touches('npm create vite@latest app', true).write).toContain('**/.vscode');
  });
});

describe('a grant', () => {
  it('names every path from the root, and what is outside apart', () => {
    expect(grantFor({ ...NOTHING, read: ['.env'], write: ['AGENTS.md', '/etc/hosts', '**/node_modules'] }, ROOT)).toEqual({
      root: ROOT,
      secrets: { only: [`${ROOT}/.env`] },
      protectedWrites: { only: [`${ROOT}/AGENTS.md`, '/etc/hosts', '**/node_modules'] },
      outsideWrites: { only: ['/etc/hosts'] },
      ownFiles: [],
    });
  });

  it('of nothing allows nothing', () => {
    expect(grantFor(NOTHING, ROOT)).toMatchObject({ secrets: 'deny', protectedWrites: 'deny', outsideWrites: 'deny' });
  });
});
