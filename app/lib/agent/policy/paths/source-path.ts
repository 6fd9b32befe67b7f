const SOURCE_FOLDER =
  /^(?:(?:packages|apps|libs)\/[\w.-]+\/)?(?:src|app|lib|libs|tests?|__tests__|e2e|components|pages|routes|docs?|public|scripts|styles|templates|examples|node_modules)(?:\/|$)/;

/** In a folder of sources nobody keeps keys. */
export function isSourcePath(path: string): boolean {
  return SOURCE_FOLDER.test(path);
}

/** Patterns for names of which none holds keys. */
const SOURCE_NAMES =
  /^[\w*-]*\.(?:\{[a-z,]+\}|[jt]sx?|[cm][jt]s|css|s[ac]ss|less|html?|md|mdx|vue|svelte|astro|py|rb|go|rs|java|php|c|h|cpp)$/;

/** Prefixes that settings of compilers use. */
const COMPILER_SETTINGS = /^[jt]sconfig[\w*.-]*\.json$/;

export function isSourceName(pattern: string): boolean {
  return SOURCE_NAMES.test(pattern) || COMPILER_SETTINGS.test(pattern);
}
