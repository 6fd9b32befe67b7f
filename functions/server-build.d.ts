/** Created by `remix vite:build`; wrangler bundles it into the function. Missing before the first build. */
declare module '*/build/server/index.js';
