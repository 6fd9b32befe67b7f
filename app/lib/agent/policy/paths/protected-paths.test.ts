import { PROTECTED_FILES, PROTECTED_FOLDERS } from 'devonz-engine-protocol/protected-names';
import { protectionOf } from 'devonz-engine-protocol/protected-paths';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { describe, expect, test } from 'vitest';
import { isSourcePath } from './source-path.ts';

const SECRETS =
  '.env .env.local .env.production .ENV x.env .envrc .npmrc .yarnrc .yarnrc.yml .netrc .pypirc .git-credentials .htpasswd .pgpass .ssh/x a/.aws/b .gnupg .kube/config .docker .dev.vars .dev.vars.x id_rsa id_dsa id_ecdsa id_ed25519 id_rsa.pub a.pem a.key a.p12 a.pfx a.jks a.keystore a.kdbx a.asc credentials credentials.json secret secrets secrets.yml secrets.yaml secret.toml secrets.txt service-account.json service_account-x.json serviceaccount.json .env_x .env-x npmrc x_id_rsa';
const PLAIN =
  '.env.example .env.sample .env.template .env.dist environment .environment env .envoy src/key.ts keys.ts a.pem.example secrets.ts secrets-page.tsx my-credentials.ts id_rsax.ts.md.example a.keys x.pemx service.json myservice-account.txt ssh docker/x .dockerignore yarnrc .npmrcx my.npmrc credentials.json.ts';

describe('secrets', () => {
  test.each(SECRETS.split(' '))('%s may hold keys', (path) => {
    expect(isSecretPath(path)).toBe(true);
    expect(protectionOf(path)).toBe('the file may hold keys or passwords');
  });

  test.each(PLAIN.split(' ').filter((name) => !name.startsWith('id_rsax')))('%s is none', (path) => {
    expect(isSecretPath(path)).toBe(false);
    expect(protectionOf(path)).toBeNull();
  });

  test.each([
    'src',
    'src/a',
    'app/x',
    'lib',
    'libs/a',
    'test',
    'tests/a',
    '__tests__',
    'e2e',
    'components',
    'pages',
    'routes',
    'doc',
    'docs',
    'public',
    'scripts',
    'styles',
    'templates',
    'examples',
    'node_modules/x',
  ])('%s is a folder of sources', (path) => {
    expect(isSourcePath(path)).toBe(true);
    expect(isSourcePath(`x/${path}`)).toBe(false);
  });

  test('a folder whose name only begins so is none', () => {
    expect(isSourcePath('srcx')).toBe(false);
    expect(isSourcePath('')).toBe(false);
  });
});

/** One path of each kind that a tool reads without approval, in typical spelling. */
const READ_UNASKED = [
  '.git/hooks/x',
  'sub/.GIT/config',
  '.husky/pre-commit',
  '.vscode/tasks.json',
  '.github/workflows/x.yml',
  'Jenkinsfile',
  'netlify.toml',
  'docs/AGENTS.md',
  'bare/HEAD',
  '.lintstagedrc.yaml',
  'lefthook-local.toml',
  '.zshrc',
  'app.code-workspace',
  'node_modules/x/i.js',
];

test.each(READ_UNASKED)('a change of %s asks', (path) => {
  expect(protectionOf(path)).toMatch(/^(?:it changes|git would take)/);
});

/** Returns a name that the pattern matches. */
const nameOf = (pattern: string) => pattern.replaceAll('*', 'x');

test.each(PROTECTED_FOLDERS)('all in a folder $pattern asks, and so does the folder, at any depth and in any case', ({ pattern, why }) => {
  const folder = nameOf(pattern);
  for (const path of [folder, `${folder}/x`, `src/${folder.toUpperCase()}/deep/x.ts`]) expect(protectionOf(path), path).toBe(why);
  for (const path of [`x${folder}/x.ts`, `${folder}x/x.ts`]) expect(protectionOf(path), path).toBeNull();
});

const FOLDER_PATTERNS = new Set(PROTECTED_FOLDERS.map(({ pattern }) => pattern));

test.each(PROTECTED_FILES)('a file $pattern asks at any depth and in any case', ({ pattern, why }) => {
  const file = nameOf(pattern);
  const reasons = PROTECTED_FOLDERS.filter((folder) => file.split('/').includes(folder.pattern)).map((folder) => folder.why);
  for (const path of [file, `src/deep/${file.toUpperCase()}`]) expect([why, ...reasons], path).toContain(protectionOf(path));
});

test.each(PROTECTED_FILES.filter(({ pattern }) => !pattern.includes('/') && !FOLDER_PATTERNS.has(pattern)))(
  'what is in a folder that has the name of the file $pattern is like any other',
  ({ pattern }) => {
    const why = protectionOf(`${nameOf(pattern)}/x.ts`);
    // Secret names apply to folders, too.
    expect(why === null || why === 'the file may hold keys or passwords').toBe(true);
  },
);

test.each(['.gitignore', 'git/hooks/x', 'src/head.tsx', 'agents.ts', 'README.md', 'husky/x'])(
  'a change of %s is like any other',
  (path) => {
    expect(protectionOf(path)).toBeNull();
  },
);
