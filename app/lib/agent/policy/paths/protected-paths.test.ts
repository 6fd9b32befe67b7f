import { describe, expect, test } from 'vitest';
import { protectionOf } from '../../../protocol/protected-paths.ts';
import { isSecretPath } from '../../../protocol/secret-path.ts';
import { isSourcePath } from './source-path.ts';

const SECRETS =
  '.env .env.local .env.production .ENV x.env .envrc .npmrc .yarnrc .yarnrc.yml .netrc .pypirc .git-credentials .htpasswd .pgpass .ssh/x a/.aws/b .gnupg .kube/config .docker .dev.vars .dev.vars.x id_rsa id_dsa id_ecdsa id_ed25519 id_rsa.pub a.pem a.key a.p12 a.pfx a.jks a.keystore a.kdbx a.asc credentials credentials.json secret secrets secrets.yml secrets.yaml secret.toml secrets.txt service-account.json service_account-x.json serviceaccount.json .env_x .env-x';
const PLAIN =
  '.env.example .env.sample .env.template .env.dist environment .environment env .envoy src/key.ts keys.ts a.pem.example npmrc secrets.ts secrets-page.tsx my-credentials.ts id_rsax.ts.md.example a.keys x.pemx service.json myservice-account.txt ssh docker/x .dockerignore yarnrc .npmrcx my.npmrc x_id_rsa credentials.json.ts';

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

test.each([
  ['.git/hooks/x', "it changes git's own files, where hooks can run programs"],
  ['sub/.GIT/config', "it changes git's own files, where hooks can run programs"],
  ['.husky/pre-commit', 'it changes a git hook, which runs programs'],
  ['.devonz/config.toml', "it changes Devonz' own settings"],
  ['.vscode/tasks.json', 'it changes the settings of an editor, which can run programs'],
  ['.idea/x', 'it changes the settings of an editor, which can run programs'],
  ['.github/workflows/x.yml', 'it changes what runs on the server of the repository'],
  ['.yarn/x', 'it changes the package manager itself'],
  ['node_modules/x/i.js', 'it changes an installed package'],
  ['AGENTS.md', "it changes the agent's own rules"],
  ['docs/agents.md', "it changes the agent's own rules"],
  ['.gitattributes', 'it changes which programs git runs'],
  ['.gitmodules', 'it changes which programs git runs'],
  ['.gitconfig', 'it changes which programs git runs'],
  ['bare/HEAD', 'git would take its folder for a repository, whose settings can run programs'],
  ['.pnpmfile.cjs', 'it changes what an installation runs'],
  ['.pnp.cjs', 'it changes what runs with every program of the project'],
  ['bunfig.toml', 'it changes what runs with every program of the project'],
  ['lefthook.yml', 'it changes a git hook, which runs programs'],
  ['.pre-commit-config.yaml', 'it changes a git hook, which runs programs'],
  ['.lintstagedrc', 'it changes a git hook, which runs programs'],
  ['.lintstagedrc.json', 'it changes a git hook, which runs programs'],
  ['.huskyrc', 'it changes a git hook, which runs programs'],
  ['.bashrc', 'it changes what a shell runs when it starts'],
  ['.bash_profile', 'it changes what a shell runs when it starts'],
  ['.profile', 'it changes what a shell runs when it starts'],
  ['.zshrc', 'it changes what a shell runs when it starts'],
  ['.circleci/config.yml', 'it changes what runs on the server of the repository'],
  ['.gitlab-ci.yml', 'it changes what runs on the server of the repository'],
  ['Jenkinsfile', 'it changes what runs on the server of the repository'],
  ['.buildkite', 'it changes what runs on the server of the repository'],
  ['.devcontainer/devcontainer.json', 'it changes the settings of an editor, which can run programs'],
  ['app.code-workspace', 'it changes the settings of an editor, which can run programs'],
  ['.lintstagedrc.yaml', 'it changes a git hook, which runs programs'],
  ['lefthook-local.toml', 'it changes a git hook, which runs programs'],
  ['.claude/settings.json', 'it changes the settings of another agent, which can run programs'],
  ['netlify.toml', 'it changes what runs on its own once the project is pushed'],
])('a change of %s asks: %s', (path, why) => {
  expect(protectionOf(path)).toBe(why);
});

test.each(['.gitignore', 'git/hooks/x', 'src/head.tsx', 'agents.ts', 'README.md', 'husky/x'])(
  'a change of %s is like any other',
  (path) => {
    expect(protectionOf(path)).toBeNull();
  },
);
