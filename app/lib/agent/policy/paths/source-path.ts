const SOURCE_FOLDER =
  /^(?:(?:packages|apps|libs)\/[\w.-]+\/)?(?:src|app|lib|libs|tests?|__tests__|e2e|components|pages|routes|docs?|public|scripts|styles|templates|examples|node_modules)(?:\/|$)/;

/** Returns true for paths in source folders, where no keys are kept. */
export function isSourcePath(path: string): boolean {
  return SOURCE_FOLDER.test(path);
}

/** Patterns of names that never hold keys. */
const SOURCE_NAMES =
  /^[\w*-]*\.(?:\{[a-z,]+\}|[jt]sx?|[cm][jt]s|css|s[ac]ss|less|html?|md|mdx|vue|svelte|astro|py|rb|go|rs|java|php|c|h|cpp)$/;

/** Prefixes of compiler settings. */
const COMPILER_SETTINGS = /^[jt]sconfig[\w*.-]*\.json$/;

export function isSourceName(pattern: string): boolean {
  return SOURCE_NAMES.test(pattern) || COMPILER_SETTINGS.test(pattern);
}
