/**
 * The Remix plugin's options; vite.config.ts hands them over. A change here restarts the dev server.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export const remixConfig = {
  appDirectory: 'app',
  serverModuleFormat: 'esm',
  // A test beside a route is no route.
  ignoredRouteFiles: ['**/*.test.{ts,tsx}', '**/.*'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // Off: there are two routes, and its observer queries the whole page for links at every change, while an answer streams too.
    v3_lazyRouteDiscovery: false,
  },
};
