/** Made by the build: `config/about-build.mjs`. */
declare module 'virtual:about-build' {
  /** null: it was not built from a repository. A plus at its end: with changes. */
  export const commit: string | null;
  export const engineVersion: string;
  export const packages: readonly { name: string; version: string; license: string }[];
}
