import { fileURLToPath } from 'node:url';
import { vitePlugin as remix, cloudflareDevProxyVitePlugin as remixCloudflareDevProxy } from '@remix-run/dev';
import UnoCSS from 'unocss/vite';
import { defineConfig, type UserConfig } from 'vite';
import type { ServerEnvironment } from './app/server/server-environment.server.ts';
import { aboutBuild } from './config/about-build.mjs';
import { chunkOf } from './config/chunks.mjs';
import { leaveOut } from './config/leave-out.mjs';
import { minifyMore } from './config/minify-more.mjs';
import { recordScripts } from './config/record-scripts.mjs';
import { workersOfThePage } from './config/workers-of-the-page.mjs';
import { remixConfig } from './remix.config.js';
import { devHostsPlugin } from './scripts/serve/dev-hosts-plugin.ts';
import { loopbacksPlugin } from './scripts/serve/loopbacks-plugin.ts';
import { NEVER_SERVED } from './scripts/serve/never-served.mjs';
import { servedVariables } from './scripts/serve/server-variables.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig(async ({ command, isSsrBuild }): Promise<UserConfig> => {
  const recorder = recordScripts(`${root}build/scripts.json`, root);
  const variables = command === 'serve' ? await servedVariables(root) : {};
  return {
    plugins: [
      leaveOut(),
      // The first may load nothing else (`security-headers`); the second is TypeScript, beside which what it shares is little.
      workersOfThePage({ alone: ['network-worker', 'types-worker'] }),
      aboutBuild(root),
      loopbacksPlugin((sentence) => {
        process.stderr.write(`${sentence}\n`);
        process.exit(1);
      }),
      devHostsPlugin({ files: `${root}/node_modules/.cache/devonz-client`, variables }),
      remixCloudflareDevProxy({
        getLoadContext: ({ context }) => ({
          ...context,
          // Without ASSETS, which only the function of the built app asks: here Vite serves the files.
          cloudflare: { ...context.cloudflare, env: { ...(context.cloudflare.env as ServerEnvironment), ...variables } },
        }),
      }),
      UnoCSS(),
      remix(remixConfig),
      minifyMore(),
      recorder(),
    ],
    server: {
      // loopbacksPlugin takes the other loopback address, too.
      host: '127.0.0.1',
      strictPort: true,
      // devHostsPlugin answers every other name with 421; Vite's own list would let all of *.localhost in.
      allowedHosts: true,
      cors: false,
      fs: { deny: NEVER_SERVED },
    },
    // Scanned before the first page: a dependency found later makes Vite reload the page.
    optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx', 'app/components/**/*.tsx', '!**/*.test.tsx'] },
    // A worker may load what it needs when it needs it.
    worker: { format: 'es', plugins: () => [leaveOut(), recorder()] },
    build: {
      // The engine's own, and the first that have workers that are modules; older ones would make private fields slow maps.
      target: ['chrome110', 'firefox114', 'safari16.4'],
      // Pages serves what is there; a user who debugs wants the sources too.
      sourcemap: false,
      chunkSizeWarningLimit: 1500,
      rollupOptions: {
        ...(isSsrBuild ? {} : { output: { manualChunks: chunkOf(), onlyExplicitManualChunks: true } }),
        onwarn(warning, warn) {
          // zod's comments and resource routes without client code: known and harmless.
          if (warning.code !== 'INVALID_ANNOTATION' && warning.code !== 'EMPTY_BUNDLE') warn(warning);
        },
      },
    },
  };
});
