/** Made by `remix vite:build`; wrangler bundles it into the function. */
declare module '*/build/server/index.js' {
  import type { ServerBuild } from '@remix-run/cloudflare';

  const build: ServerBuild;
  export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes }: ServerBuild;
}
