type Files = Record<string, string | object>;

const workspaceFiles: Files = {
  'packages/core/package.json': { name: '@x/core', version: '1.2.0', dependencies: { ms: '^2.1.0' } },
  'packages/ui/package.json': {
    name: '@x/ui',
    version: '1.0.0',
    dependencies: { '@x/core': 'workspace:^', 'use-sync-external-store': '^1.2.0' },
    peerDependencies: { react: '>=17' },
    devDependencies: { react: '^18.2.0' },
  },
};

/** The projects to try with each tool; `null` if the tool lacks the feature. */
export const roundTripProjects: Record<string, (tool: string) => Files | null> = {
  small: () => ({
    'package.json': {
      name: 'small',
      version: '1.0.0',
      private: true,
      license: 'MIT',
      dependencies: { express: '^4.18.0', ms: '2.0.0' },
      devDependencies: { nanoid: '^3' },
    },
  }),
  peers: () => ({
    'package.json': {
      name: 'peers',
      version: '1.0.0',
      private: true,
      license: 'MIT',
      dependencies: {
        react: '^18.2.0',
        'react-dom': '^18.2.0',
        'react-router-dom': '^6.20.0',
        '@tanstack/react-query': '^5.0.0',
        zustand: '^4.5.0',
      },
      devDependencies: { '@testing-library/react': '^14.0.0', '@types/react': '^18.0.0' },
    },
  }),
  // Some networks' registries lack builds for unused platforms; rollup 3 has none.
  vite: (tool) => ({
    'package.json': {
      name: 'vite-app',
      version: '1.0.0',
      private: true,
      license: 'MIT',
      type: 'module',
      dependencies: { react: '^18.2.0', 'react-dom': '^18.2.0' },
      devDependencies: {
        vite: tool.startsWith('yarn') ? '^4.5.0' : '^5.4.0',
        '@vitejs/plugin-react': '^4.3.0',
        typescript: '^5.5.0',
        lightningcss: '^1.27.0',
      },
    },
  }),
  alias: () => ({
    'package.json': {
      name: 'alias',
      version: '1.0.0',
      private: true,
      license: 'MIT',
      dependencies: { 'old-ms': 'npm:ms@2.0.0', ms: '^2.1.3', debug: '^4.0.0', '@scope/named': 'npm:lodash.merge@^4.6.0' },
    },
  }),
  workspace: (tool) =>
    tool === 'yarn1'
      ? {
          ...workspaceFiles,
          'packages/ui/package.json': {
            ...(workspaceFiles['packages/ui/package.json'] as object),
            dependencies: { '@x/core': '^1.0.0', 'use-sync-external-store': '^1.2.0' },
          },
          'package.json': {
            name: 'root',
            version: '1.0.0',
            private: true,
            license: 'MIT',
            workspaces: ['packages/*'],
            devDependencies: { semver: '^7.5.0' },
          },
        }
      : {
          ...workspaceFiles,
          ...(tool.startsWith('pnpm') ? { 'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\n' } : {}),
          'package.json': {
            name: 'root',
            version: '1.0.0',
            private: true,
            license: 'MIT',
            ...(tool.startsWith('pnpm') ? {} : { workspaces: ['packages/*'] }),
            devDependencies: { semver: '^7.5.0' },
          },
        },
  catalog: (tool) => {
    if (tool === 'yarn1') return null;
    const root = {
      name: 'catalogs',
      version: '1.0.0',
      private: true,
      license: 'MIT',
      dependencies: { ms: 'catalog:', debug: 'catalog:old' },
    };
    if (tool.startsWith('pnpm'))
      return {
        'package.json': root,
        'pnpm-workspace.yaml': 'packages:\n  - packages/*\ncatalog:\n  ms: ^2.1.0\ncatalogs:\n  old:\n    debug: ^3.0.0\n',
      };
    if (tool === 'yarn4') return { 'package.json': root, '.yarnrc.yml': 'catalog:\n  ms: ^2.1.0\ncatalogs:\n  old:\n    debug: ^3.0.0\n' };
    return {
      'package.json': {
        ...root,
        workspaces: { packages: ['packages/*'], catalog: { ms: '^2.1.0' }, catalogs: { old: { debug: '^3.0.0' } } },
      },
      'packages/a/package.json': { name: 'a', version: '1.0.0' },
    };
  },
  overrides: (tool) => {
    const root = {
      name: 'overridden',
      version: '1.0.0',
      private: true,
      license: 'MIT',
      dependencies: { debug: '^4.3.0', send: '^0.18.0' },
    };
    if (tool === 'pnpm9') return { 'package.json': { ...root, pnpm: { overrides: { ms: '2.1.1', 'send>mime': '1.4.1' } } } };
    if (tool === 'pnpm10') return { 'package.json': root, 'pnpm-workspace.yaml': 'overrides:\n  ms: 2.1.1\n  send>mime: 1.4.1\n' };
    return { 'package.json': { ...root, resolutions: { ms: '2.1.1' } } };
  },
  patched: (tool) => {
    const patch =
      'diff --git a/index.js b/index.js\nindex 1111111..2222222 100644\n--- a/index.js\n+++ b/index.js\n@@ -1,3 +1,4 @@\n+// patched\n /**\n  * Helpers.\n  */\n';
    const root = { name: 'patched', version: '1.0.0', private: true, license: 'MIT', dependencies: { ms: '2.1.3', debug: '^4.3.0' } };
    const files = { 'patches/ms@2.1.3.patch': patch };
    const patchedDependencies = { 'ms@2.1.3': 'patches/ms@2.1.3.patch' };
    if (tool === 'pnpm10')
      return { ...files, 'package.json': root, 'pnpm-workspace.yaml': 'patchedDependencies:\n  ms@2.1.3: patches/ms@2.1.3.patch\n' };
    if (tool === 'pnpm9') return { ...files, 'package.json': { ...root, pnpm: { patchedDependencies } } };
    return tool === 'bun' ? { ...files, 'package.json': { ...root, patchedDependencies } } : null;
  },
  tools: (tool) => ({
    'package.json': {
      name: 'tools',
      version: '1.0.0',
      private: true,
      license: 'MIT',
      devDependencies: {
        eslint: '^9.0.0',
        '@typescript-eslint/parser': '^8.0.0',
        typescript: '^5.5.0',
        ...(tool.startsWith('yarn') ? {} : { vitest: '^2.0.0' }),
        'ts-node': '^10.9.0',
      },
    },
  }),
};
