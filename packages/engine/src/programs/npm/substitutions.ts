import { type NativePackage, nativePackages } from '../native/native-packages.ts';
import type { Manifest } from './manifest.ts';
import { compare, intersects, isVersion, satisfies } from './semver.ts';

/** Packages whose newer versions are native code; their last JavaScript versions replace them. */
const lastJavaScript: ReadonlyMap<string, { native: string; range: string }> = new Map([
  ['typescript', { native: '>=7.0.0-0', range: '>=6.0.0 <7.0.0-0' }],
]);

function replacementOf(packageName: string): Extract<NativePackage, { kind: 'replaced' }> | null {
  const found = nativePackages.get(packageName);
  return found?.kind === 'replaced' ? found : null;
}

/**
 * Returns the package to fetch in place of the named one, or null for the package itself. The folder keeps the requested name, as with an
 * alias.
 */
export function substituteFor(packageName: string): string | null {
  return replacementOf(packageName)?.by ?? null;
}

/** Returns the versions of a substitute to use if it has other version numbers or lacks some versions, or null for the requested ones. */
export function substituteRange(packageName: string): string | null {
  return replacementOf(packageName)?.range ?? null;
}

/** Returns whether the package in a folder replaces another. */
export function isSubstitute(folderName: string, packageName: string): boolean {
  return folderName !== packageName && substituteFor(folderName) === packageName;
}

/** Returns the WebAssembly build that is installed beside the named package like one of its optional dependencies, or null. */
export function companionOf(packageName: string): { by: string; place?: string } | null {
  const found = nativePackages.get(packageName);
  return found?.kind === 'completed' ? found : null;
}

const companions: ReadonlySet<string> = new Set(
  [...nativePackages.values()].flatMap((each) => (each.kind === 'completed' ? [each.by] : [])),
);

export function isCompanion(packageName: string): boolean {
  return companions.has(packageName);
}

/** WebAssembly builds that no longer work with the newest version of a dependency, on any machine, and the versions that still work. */
const outgrown: ReadonlyMap<string, { versions: string; dependency: string; range: string }> = new Map([
  ['@img/sharp-wasm32', { versions: '>=0.33.3 <0.34.0', dependency: '@emnapi/runtime', range: '>=1.1.1 <1.4.0' }],
]);

/** Returns the range to use instead of the one a package requires, or null to keep it. */
export function workingRange({ name, version }: Manifest, dependency: string): string | null {
  const rule = outgrown.get(name);
  return rule?.dependency === dependency && satisfies(version, rule.versions) ? rule.range : null;
}

/** Returns the versions that replace this native one, or null if it runs itself. */
export function standInRange(packageName: string, version: string): string | null {
  const rule = lastJavaScript.get(packageName);
  return rule !== undefined && satisfies(version, rule.native) ? rule.range : null;
}

/** WebAssembly builds may be published later than the others, or not for each version: an older one of the same major version is used. */
export function laggingRange(packageName: string, wanted: string): string | null {
  if (!(packageName.endsWith('-wasm32-wasi') || isCompanion(packageName)) || !isVersion(wanted)) return null;
  return `>=${wanted.split('.')[0]}.0.0 <${wanted}`;
}

/** Returns whether a version is acceptable although it is not the requested one. */
export function canReplace(packageName: string, version: string, wanted: string): boolean {
  const lagging = laggingRange(packageName, wanted);
  if (lagging !== null) return satisfies(version, lagging);
  const rule = lastJavaScript.get(packageName);
  return rule !== undefined && satisfies(version, rule.range) && !intersects(wanted, '<7.0.0-0');
}

const nativeBuild = /linux-x64|linux-64$/;
const wasmBuild = /wasm/;

/** Returns whether the package only consists of native builds, none of which runs here. */
export function isNativeOnly({ name: ownName, optionalDependencies }: Manifest): boolean {
  const found = nativePackages.get(ownName)?.kind;
  if (wasmBuild.test(ownName) || found === 'completed' || found === 'addon') return false;
  const names = [...optionalDependencies.keys()];
  return names.some((name) => nativeBuild.test(name)) && !names.some((name) => wasmBuild.test(name) || substituteFor(name) !== null);
}

/** Returns the newest of these versions with the given one's major version that has a WebAssembly build. */
export function newestWithWasm(native: Manifest, versions: readonly Manifest[]): Manifest | null {
  const major = native.version.split('.')[0];
  const withWasm = versions.filter(
    ({ version, optionalDependencies }) =>
      version.split('.')[0] === major && !version.includes('-') && [...optionalDependencies.keys()].some((name) => wasmBuild.test(name)),
  );
  return withWasm.sort((left, right) => compare(right.version, left.version))[0] ?? null;
}
