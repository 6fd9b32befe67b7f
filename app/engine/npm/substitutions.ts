/** Packages that exist as native builds only, and the build of the same code for WebAssembly that stands in for them. */
const substitutes: ReadonlyMap<string, string> = new Map([
  ['esbuild', 'esbuild-wasm'],
  ['rollup', '@rollup/wasm-node'],
  ['lightningcss', 'lightningcss-wasm'],
]);

/** The package to fetch in place of the named one, or null: the package itself. The folder keeps the asked-for name, as with an alias. */
export function substituteFor(packageName: string): string | null {
  return substitutes.get(packageName) ?? null;
}
