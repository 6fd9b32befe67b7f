/** Made by `remix vite:build`; wrangler bundles it into the function. Absent before the first build. */
declare module '*/build/server/index.js';
