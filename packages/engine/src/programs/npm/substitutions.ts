import { type NativePackage, nativePackages } from '../native/native-packages.ts';
import type { Manifest } from './manifest.ts';
import { compare, intersects, isVersion, satisfies } from './semver.ts';

/** Packages whose newer versions are native code; the older ones, still JavaScript, replace them. */
const lastJavaScript: ReadonlyMap<string, { native: string; range: string }> = new Map([
  ['typescript', { native: '>=7.0.0-0', range: '>=6.0.0 <7.0.0-0' }],
]);

function replacementOf(packageName: string): Extract<NativePackage, { kind: 'replaced' }> | null {
  const found = nativePackages.get(packageName);
  return found?.kind === 'replaced' ? found : null;
}

/** The package to fetch in place of the named one, or null: the package itself. The folder keeps the asked-for name, as with an alias. */
export function substituteFor(packageName: string): string | null {
  return replacementOf(packageName)?.by ?? null;
}

/** What serves of a substitute that is numbered otherwise, or has not every version; null: only what is asked for. */
export function substituteRange(packageName: string): string | null {
  return replacementOf(packageName)?.range ?? null;
}

/** Whether the package in a folder is the one that replaces another. */
export function isSubstitute(folderName: string, packageName: string): boolean {
  return folderName !== packageName && substituteFor(folderName) === packageName;
}

/** The WebAssembly build that is installed beside the named package, as if it were one of its optional dependencies; null when there is none. */
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

/** WebAssembly builds that no longer work with the newest of what they ask for, on no machine; and the versions they do work with. */
const outgrown: ReadonlyMap<string, { versions: string; dependency: string; range: string }> = new Map([
  ['@img/sharp-wasm32', { versions: '>=0.33.3 <0.34.0', dependency: '@emnapi/runtime', range: '>=1.1.1 <1.4.0' }],
]);

/** What to look for instead of what a package asks for; null: that itself. */
export function workingRange({ name, version }: Manifest, dependency: string): string | null {
  const rule = outgrown.get(name);
  return rule?.dependency === dependency && satisfies(version, rule.versions) ? rule.range : null;
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

const nativeBuild = /linux-x64|linux-64$/;
const wasmBuild = /wasm/;

/** Whether all the package's work is done by native builds, none of which runs here. */
export function isNativeOnly({ name: ownName, optionalDependencies }: Manifest): boolean {
  const found = nativePackages.get(ownName)?.kind;
  if (wasmBuild.test(ownName) || found === 'completed' || found === 'addon') return false;
  const names = [...optionalDependencies.keys()];
  return names.some((name) => nativeBuild.test(name)) && !names.some((name) => wasmBuild.test(name) || substituteFor(name) !== null);
}

/** The newest of these versions, of the same major version as the one given, that has a WebAssembly build. */
export function newestWithWasm(native: Manifest, versions: readonly Manifest[]): Manifest | null {
  const major = native.version.split('.')[0];
  const withWasm = versions.filter(
    ({ version, optionalDependencies }) =>
      version.split('.')[0] === major && !version.includes('-') && [...optionalDependencies.keys()].some((name) => wasmBuild.test(name)),
  );
  return withWasm.sort((left, right) => compare(right.version, left.version))[0] ?? null;
}
