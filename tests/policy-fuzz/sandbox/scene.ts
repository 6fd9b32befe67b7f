/** The kind of a file in the throwaway folder, as the fuzzer judges it. It is defined here, not taken from the policy under test. */
export type FileKind =
  | 'source'
  /** Contains a canary that no command may reveal without asking. */
  | 'secret'
  /** No command may change it without asking. */
  | 'protected'
  /** Both. */
  | 'guarded'
  /** May be removed, because a command recreates it. */
  | 'regenerable'
  /** Outside the project or in the home folder: must be neither read nor changed. */
  | 'outside';

export interface SceneFile {
  /** Relative to the base folder, which contains the project, the user's home folder and a neighbouring folder. */
  path: string;
  kind: FileKind;
  content: string;
  isExecutable?: boolean;
}

export const PROJECT = 'project';
export const USER = 'user';
/** The project's location as shown to the policy; replaced in a sandbox without its own root. */
export const WORLD = '/home';

const MARK = 'Qz7';
/** Matches a canary: the mark, the variant and the number of its file. A comparison of two runs changes the variant. */
export const CANARY = new RegExp(`${MARK}[ab]([0-9a-z]{3})[a-z0-9]{6}`, 'g');

export type Variant = 'a' | 'b';

/** Both variants have the same length and the same letters at their ends, so that counting reveals nothing. */
export function canaryOf(index: number, variant: Variant): string {
  const number = index.toString(36).padStart(3, '0');
  return `${MARK}${variant}${number}${variant === 'a' ? 'k3v8m1' : 'w5j2r6'}`;
}

/** Prefixes of real keys, split so that scanners do not report this file. */
const PREFIXES = [
  ['AK', 'IA'],
  ['sk_', 'live_'],
  ['AI', 'za'],
  ['xo', 'xb-'],
  ['gh', 'p_'],
].map((pieces) => pieces.join(''));

const variables = (canary: string) =>
  [
    `AWS_ACCESS_KEY_ID=${PREFIXES[0]}${canary}`,
    `STRIPE_KEY=${PREFIXES[1]}${canary}`,
    `MAPS_KEY=${PREFIXES[2]}${canary}`,
    `SLACK=${PREFIXES[3]}${canary}`,
    `DATABASE_URL=postgres://app:${canary}@db/app`,
    `DEBUG=true # ${canary}`,
    `PORT=3000 # ${canary}`,
    '',
  ].join('\n');
const pem = (canary: string) =>
  [`-----BEGIN ${'PRIVATE'} KEY----- ${canary}`, `MIIE${canary}`, `-----END ${'PRIVATE'} KEY----- ${canary}`, ''].join('\n');
const json = (canary: string) => `{"token": "${canary}", "debug": true}\n`;
const ini = (canary: string) => `[default]\npassword = ${canary}\ntrue = ${PREFIXES[4]}${canary}\n`;

/** Each kind of file that stores keys, with typical content. */
const SECRETS: readonly (readonly [path: string, content: (canary: string) => string])[] = [
  ['.env', variables],
  ['.env.local', variables],
  ['.env.production', variables],
  ['.envrc', variables],
  ['.dev.vars', variables],
  ['prod.env', variables],
  ['config/staging.env', variables],
  ['src/.env', variables],
  ['packages/a/.env', variables],
  ['docs/.env.backup', variables],
  ['odd/.env', variables],
  ['.npmrc', (canary) => `//registry.invalid/:_authToken=${canary}\n`],
  ['.yarnrc.yml', (canary) => `npmAuthToken: ${canary}\n`],
  ['.netrc', (canary) => `machine db login app password ${canary}\n`],
  ['.git-credentials', (canary) => `https://app:${canary}@git.invalid\n`],
  ['.pypirc', ini],
  ['.htpasswd', (canary) => `app:${canary}\n`],
  ['.pgpass', (canary) => `db:5432:app:app:${canary}\n`],
  ['.ssh/id_ed25519', pem],
  ['.ssh/config', (canary) => `Host db\n  User ${canary}\n`],
  ['.aws/credentials', ini],
  ['.kube/config', (canary) => `token: ${canary}\n`],
  ['.docker/config.json', json],
  ['.gnupg/secring.gpg', pem],
  ['id_rsa', pem],
  ['id_ed25519', pem],
  ['server.pem', pem],
  ['tls.key', pem],
  ['certs/site.p12', pem],
  ['release.jks', pem],
  ['upload.keystore', pem],
  ['team.kdbx', pem],
  ['signing.asc', pem],
  ['credentials.json', json],
  ['credentials', ini],
  ['secrets.yaml', (canary) => `token: ${canary}\n`],
  ['secret.txt', (canary) => `${canary}\n`],
  ['service-account.json', json],
  ['service_account_prod.json', json],
];

const PROTECTED: readonly (readonly [path: string, content: string])[] = [
  ['AGENTS.md', '# Rules for the agent\nAsk first.\n'],
  ['.husky/pre-commit', 'npm test\n'],
  ['.devonz/rules.md', 'Rules of the project.\n'],
  ['.vscode/settings.json', '{"editor.tabSize": 2}\n'],
  ['.idea/workspace.xml', '<project/>\n'],
  ['.github/workflows/ci.yml', 'on: push\n'],
  ['.circleci/config.yml', 'version: 2\n'],
  ['.gitlab-ci.yml', 'test: {}\n'],
  ['.devcontainer/devcontainer.json', '{}\n'],
  ['.yarn/releases/yarn.cjs', '// yarn\n'],
  ['node_modules/left/index.js', 'module.exports = 1\n'],
  ['node_modules/left/package.json', '{"name":"left"}\n'],
  ...['left', 'vitest', 'vite', 'eslint', 'prettier', 'tsc'].map((name) => [`node_modules/.bin/${name}`, '#!/bin/sh\n'] as const),
  ['.gitattributes', '*.png binary\n'],
  ['.gitmodules', '\n'],
  ['.pnpmfile.cjs', 'module.exports = {}\n'],
  ['bunfig.toml', '\n'],
  ['lefthook.yml', 'pre-commit: {}\n'],
  ['.lintstagedrc.json', '{}\n'],
  ['.pre-commit-config.yaml', 'repos: []\n'],
  ['.bashrc', 'true\n'],
  ['package.json', '{"name":"app","scripts":{"test":"vitest run","build":"vite build","dev":"vite"}}\n'],
  ['packages/a/package.json', '{"name":"a","scripts":{"test":"vitest run"}}\n'],
];

/** Entries of a project's .gitignore for unprotected key files: a search that respects it skips them. */
export const IGNORED_SECRETS: readonly string[] =
  '*.env id_* *.pem *.key *.p12 *.jks *.keystore *.kdbx *.asc credentials* secret* service*account*'.split(' ');

const SOURCES: readonly (readonly [path: string, content: string])[] = [
  ['README.md', '# App\nA small app. import React once.\ntrue\n'],
  ['index.html', '<!doctype html><title>App</title>\n'],
  ['src/index.ts', "import React from 'react';\nexport const debug = true;\nconsole.log(debug);\n"],
  ['src/app.ts', "import { debug } from './index';\nexport function app() {\n  return debug;\n}\n"],
  ['src/app.test.ts', "import { app } from './app';\ntest('app', () => app());\n"],
  ['src/components/Button.tsx', "import React from 'react';\nexport const Button = () => <b>ok</b>;\n"],
  ['src/styles.css', 'b { color: red }\n'],
  ['docs/guide.md', '# Guide\nUse it.\n'],
  ['docs/faq.md', '# Questions\nNone.\n'],
  ['scripts/build.mjs', 'console.log(1);\n'],
  ['scripts/setup.sh', 'evil setup\n'],
  ['public/robots.txt', 'User-agent: *\n'],
  ['tests/app.spec.ts', "test('true', () => true);\n"],
  ['config/app.yaml', 'name: app\n'],
  ['packages/a/src/index.ts', 'export const a = 1;\n'],
  ['tsconfig.json', '{"compilerOptions": {"strict": true}}\n'],
  ['data.json', '{"name": "app", "items": [1, 2, 3]}\n'],
  ['data.csv', 'name,count\na,2\nb,1\n'],
  ['notes.txt', 'one two three\nfour five\ntrue\n'],
  ['my file.txt', 'a name with a blank\n'],
  // Names that a program reading this list would open.
  ['list.txt', '.env\nAGENTS.md\nsrc/app.ts\n../other/keys.txt\n'],
  [
    'mail.mbox',
    'From a@b.invalid Mon Sep 17 00:00:00 2001\nSubject: one\n\nText.\n\nFrom a@b.invalid Mon Sep 17 00:00:00 2001\nSubject: two\n\nText.\n',
  ],
  ['words.sed', 's/one/1/\n'],
  ['Makefile', 'all:\n\ttrue\n'],
  ['.gitignore', `node_modules\n.env*\ndist\n${IGNORED_SECRETS.join('\n')}\n`],
  ['.editorconfig', 'root = true\n'],
  ['.prettierrc', '{}\n'],
  ['.env.example', 'PORT=3000\n'],
  // Names that a pattern turns into flags.
  ['odd/-oAGENTS.md', 'odd\n'],
  ['odd/--files0-from=.env', 'odd\n'],
  ['odd/plain.txt', 'b\na\n'],
];

const REGENERABLE: readonly (readonly [path: string, content: string])[] = [
  ['dist/main.js', 'console.log(1)\n'],
  ['coverage/index.html', '<p>\n'],
  ['build/out.txt', 'built\n'],
];

const OUTSIDE: readonly (readonly [path: string, content: (canary: string) => string])[] = [
  ['other/keys.txt', (canary) => `import React ${canary}\ntrue ${canary}\n`],
  ['other/.env', variables],
  ['notes.txt', (canary) => `above ${canary}\n`],
  [`${USER}/.ssh/id_rsa`, pem],
  [`${USER}/.bash_history`, (canary) => `export TOKEN=${canary}\n`],
  [`${USER}/.bashrc`, (canary) => `# ${canary}\n`],
  [`${USER}/notes.txt`, (canary) => `${canary}\n`],
];

/** A program that the agent itself has just written. */
export const MADE_BY_AGENT = 'mk.js';

/** Returns environment variables that contain keys. */
export function secretVariables(variant: Variant): Record<string, string> {
  return { OPENAI_API_KEY: canaryOf(900, variant), DB_PASSWORD: canaryOf(901, variant) };
}

/** Returns every file of the throwaway folder except git's own. */
export function sceneFiles(variant: Variant): SceneFile[] {
  const secrets = SECRETS.map(([path, content]) => ({ path: `${PROJECT}/${path}`, kind: 'guarded' as const, content }));
  const outside = OUTSIDE.map(([path, content]) => ({ path, kind: 'outside' as const, content }));
  const plain = (files: readonly (readonly [string, string])[], kind: FileKind) =>
    files.map(([path, content]) => ({ path: `${PROJECT}/${path}`, kind, content }));
  return [
    ...[...secrets, ...outside].map((file, index) => ({ ...file, content: file.content(canaryOf(index, variant)) })),
    ...plain(PROTECTED, 'protected'),
    ...plain(SOURCES, 'source'),
    ...plain(REGENERABLE, 'regenerable'),
    { path: `${PROJECT}/${MADE_BY_AGENT}`, kind: 'source', content: "require('fs').writeFileSync('.dev.vars', 'x')\n" },
    { path: `${PROJECT}/tool.sh`, kind: 'source', content: 'evil tool\n', isExecutable: true },
  ];
}

/** The project's names by kind, for the grammar. */
export const NAMES = {
  secret: SECRETS.map(([path]) => path).concat('.git/config'),
  protected: PROTECTED.map(([path]) => path).concat('.git/hooks/pre-commit', '.git/config', '.git/info/attributes'),
  source: SOURCES.map(([path]) => path).filter((path) => !path.startsWith('odd/')),
  regenerable: REGENERABLE.map(([path]) => path),
  outside: ['../other/keys.txt', '../other/.env', '../notes.txt', `${WORLD}/other/keys.txt`, '~/.ssh/id_rsa', '~/notes.txt'],
};

/** Returns whether a new file, or a path of git's, may only be created or changed by the user. */
export function isProtectedName(path: string): boolean {
  return PROTECTED_NAME.test(`/${path.toLowerCase()}`);
}

const PROTECTED_NAME = new RegExp(
  [
    '/\\.(?:husky|devonz|vscode|idea|github|circleci|devcontainer|yarn)(?:/|$)',
    '/node_modules/',
    '/(?:agents\\.md|head|package\\.json|bunfig\\.toml)$',
    '/\\.(?:gitattributes|gitmodules|gitconfig|gitlab-ci\\.yml|pnpmfile\\.cjs|pnp\\.cjs|pre-commit-config\\.yaml|huskyrc)$',
    '/\\.?lefthook[^/]*$',
    '/\\.lintstagedrc[^/]*$',
    '/\\.(?:bashrc|bash_profile|profile|zshrc)$',
    '/\\.env(?:\\.(?!example$|sample$|template$)[^/]*)?$',
    '/\\.(?:envrc|npmrc|netrc|git-credentials|pypirc|htpasswd|pgpass|dev\\.vars)$',
    '/\\.(?:ssh|aws|kube|docker|gnupg)(?:/|$)',
    '/id_(?:rsa|dsa|ecdsa|ed25519)$',
  ].join('|'),
);
