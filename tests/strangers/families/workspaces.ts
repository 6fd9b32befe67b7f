import type { Stranger } from '../stranger.ts';

const LIBRARY = {
  'packages/library/package.json': JSON.stringify({
    name: '@acme/library',
    version: '1.0.0',
    type: 'module',
    main: 'dist/index.js',
    scripts: { build: 'node build.mjs', test: 'node --test' },
  }),
  'packages/library/build.mjs':
    "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('dist', { recursive: true });\nwriteFileSync('dist/index.js', \"export const greet = () => 'Hello from the library';\\n\");\nconsole.log('library built');\n",
  'packages/library/test.mjs':
    "import assert from 'node:assert';\nimport test from 'node:test';\ntest('greets', async () => assert.equal((await import('@acme/library')).greet(), 'Hello from the library'));\n",
};

const application = (dependency: string): Record<string, string> => ({
  'packages/app/package.json': JSON.stringify({
    name: '@acme/app',
    version: '1.0.0',
    type: 'module',
    scripts: { build: 'node build.mjs', start: 'node --watch server.mjs' },
    dependencies: { '@acme/library': dependency },
  }),
  'packages/app/build.mjs': "import { greet } from '@acme/library';\nconsole.log(`app built: ${greet()}`);\n",
  'packages/app/server.mjs':
    "import { createServer } from 'node:http';\nimport { greet } from '@acme/library';\ncreateServer((request, response) => response.setHeader('content-type', 'text/html').end(`<h1>${greet()}!</h1>`)).listen(3071);\n",
});

const common = {
  page: { text: 'Hello from the library!' },
  edit: { file: 'packages/app/server.mjs', from: '}!</h1>', to: '}, changed</h1>', text: 'Hello from the library, changed' },
};

/** Several packages in one repository. */
export const WORKSPACES: readonly Stranger[] = [
  {
    name: 'npm workspaces',
    files: {
      'package.json': JSON.stringify({
        name: 'root',
        private: true,
        workspaces: ['packages/*'],
        scripts: { build: 'npm run build --workspaces', test: 'npm test --workspace @acme/library' },
      }),
      ...LIBRARY,
      ...application('^1.0.0'),
    },
    packages: [],
    build: { command: 'npm run build -w @acme/library && npm run build -w @acme/app', text: 'app built: Hello from the library' },
    start: 'npm start -w @acme/app',
    test: 'npm test',
    ...common,
    isQuick: true,
  },
  {
    name: 'pnpm workspace',
    files: {
      'package.json': JSON.stringify({ name: 'root', private: true, packageManager: 'pnpm@9.15.0', scripts: { build: 'pnpm -r build' } }),
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      ...LIBRARY,
      ...application('workspace:*'),
    },
    packages: [],
    install: 'npx -y pnpm@9.15.0 install',
    build: { command: 'npx -y pnpm@9.15.0 -r build', text: 'app built: Hello from the library' },
    start: 'npx -y pnpm@9.15.0 --filter @acme/app start',
    test: 'npx -y pnpm@9.15.0 --filter @acme/library test',
    ...common,
  },
  {
    name: 'Turborepo',
    files: {
      'package.json': JSON.stringify({
        name: 'root',
        private: true,
        packageManager: 'npm@10.8.0',
        workspaces: ['packages/*'],
        scripts: { build: 'turbo run build' },
        devDependencies: { turbo: '^2.5.0' },
      }),
      'turbo.json': JSON.stringify({ tasks: { build: { dependsOn: ['^build'], outputs: ['dist/**'] }, test: { dependsOn: ['build'] } } }),
      ...LIBRARY,
      ...application('^1.0.0'),
    },
    packages: ['turbo'],
    build: { command: 'npm run build', text: 'app built: Hello from the library' },
    words: 'does not run in a browser',
  },
  {
    name: 'Nx 20',
    files: {
      'package.json': JSON.stringify({
        name: 'root',
        private: true,
        workspaces: ['packages/*'],
        scripts: { build: 'nx run-many -t build' },
        devDependencies: { nx: '^20.0.0' },
      }),
      'nx.json': JSON.stringify({ targetDefaults: { build: { dependsOn: ['^build'], cache: true } } }),
      ...LIBRARY,
      ...application('^1.0.0'),
    },
    packages: ['nx'],
    words: 'does not run in a browser',
    build: { command: 'NX_DAEMON=false npm run build', text: 'app built: Hello from the library' },
  },
  {
    name: 'Lerna 8',
    files: {
      'package.json': JSON.stringify({
        name: 'root',
        private: true,
        workspaces: ['packages/*'],
        scripts: { build: 'lerna run build' },
        devDependencies: { lerna: '^8.0.0' },
      }),
      'lerna.json': JSON.stringify({ version: '1.0.0' }),
      ...LIBRARY,
      ...application('^1.0.0'),
    },
    packages: ['lerna'],
    words: 'does not run in a browser',
    build: { command: 'NX_DAEMON=false npm run build', text: 'Successfully ran target build for 2 projects' },
  },
];
