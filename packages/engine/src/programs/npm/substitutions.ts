import type { Manifest } from './manifest.ts';
import { compare, intersects, isVersion, satisfies } from './semver.ts';

/** Packages that exist as native builds only, and the build of the same code for WebAssembly that replaces them. */
const substitutes: ReadonlyMap<string, string> = new Map([
  ['esbuild', 'esbuild-wasm'],
  ['rollup', '@rollup/wasm-node'],
  ['lightningcss', 'lightningcss-wasm'],
]);

/** Packages whose newer versions are native code; the older ones, still JavaScript, replace them. */
const lastJavaScript: ReadonlyMap<string, { native: string; range: string }> = new Map([
  ['typescript', { native: '>=7.0.0-0', range: '>=6.0.0 <7.0.0-0' }],
]);

/** What to take instead of tools that have native builds only. */
const advice: ReadonlyMap<string, string> = new Map([
  ['oxlint', 'eslint does its work'],
  ['@biomejs/biome', 'eslint and prettier do its work'],
  ['@swc/core', 'esbuild or typescript do its work'],
  ['turbo', 'npm run --workspaces does its work'],
]);

export interface Companion {
  name: string;
  /** Where the package looks for it, in its own folder. */
  place: string;
}

/** What fetches the WebAssembly build of its native part itself when it first runs: that comes along, of the same version. */
const companions: ReadonlyMap<string, Companion> = new Map([
  ['next', { name: '@next/swc-wasm-nodejs', place: 'wasm/@next/swc-wasm-nodejs' }],
]);
const companionNames: ReadonlySet<string> = new Set([...companions.values()].map(({ name }) => name));

/** The WebAssembly build that is installed beside the named package, as if it were one of its optional dependencies; null when there is none. */
export function companionOf(packageName: string): Companion | null {
  return companions.get(packageName) ?? null;
}

export function isCompanion(packageName: string): boolean {
  return companionNames.has(packageName);
}

/** The package to fetch in place of the named one, or null: the package itself. The folder keeps the asked-for name, as with an alias. */
export function substituteFor(packageName: string): string | null {
  return substitutes.get(packageName) ?? null;
}

/** The versions that replace this one, which is native code; null: it runs as it is. */
export function standInRange(packageName: string, version: string): string | null {
  const rule = lastJavaScript.get(packageName);
  return rule !== undefined && satisfies(version, rule.native) ? rule.range : null;
}

/** Registries get WebAssembly builds later than the others, or not of each version: an older one of the same major version serves. */
export function laggingRange(packageName: string, wanted: string): string | null {
  if (!(packageName.endsWith('-wasm32-wasi') || isCompanion(packageName)) || !isVersion(wanted)) return null;
  return `>=${wanted.split('.')[0]}.0.0 <${wanted}`;
}

/** Whether a version serves although it is not what was asked for. */
export function standsIn(packageName: string, version: string, wanted: string): boolean {
  const lagging = laggingRange(packageName, wanted);
  if (lagging !== null) return satisfies(version, lagging);
  const rule = lastJavaScript.get(packageName);
  return rule !== undefined && satisfies(version, rule.range) && !intersects(wanted, '<7.0.0-0');
}

const nativeBuild = /linux-x64/;
const wasmBuild = /wasm/;

/** Whether all the package's work is done by native builds, none of which runs here. */
export function isNativeOnly({ name: ownName, optionalDependencies }: Manifest): boolean {
  if (wasmBuild.test(ownName) || companions.has(ownName)) return false;
  const names = [...optionalDependencies.keys()];
  return names.some((name) => nativeBuild.test(name)) && !names.some((name) => wasmBuild.test(name));
}

/** The newest of these versions, of the same major version as the one given, that has a WebAssembly build. */
export function newestWithWasm(native: Manifest, versions: readonly Manifest[]): Manifest | null {
  const major = native.version.split('.')[0];
  const builds = versions.filter(
    ({ version, optionalDependencies }) =>
      version.split('.')[0] === major && !version.includes('-') && [...optionalDependencies.keys()].some((name) => wasmBuild.test(name)),
  );
  return builds.sort((left, right) => compare(right.version, left.version))[0] ?? null;
}

/** A sentence on a package that is installed and will not run; null when it runs, or says so itself. */
export function nativeOnlyNote(manifest: Manifest): string | null {
  if (!isNativeOnly(manifest)) return null;
  const hint = advice.get(manifest.name);
  return `${manifest.name}@${manifest.version}${hint === undefined ? '' : ` (${hint})`}`;
}
