import { insteadOf, nativeCodeSentence, nativePackages, partsOf } from '../../native/native-packages.ts';
import type { AddonHost, CreateAddon } from './addons/addon.ts';

/** The bundler replaces it with a table of the folder's files. */
declare const require: (path: string) => { createAddon: CreateAddon };

/** Packages that only locate another package's native addon. */
const finders = /^(?:bindings|node-gyp-build|node-gyp-build-optional-packages|@neon-rs\/load|(?:@mapbox\/)?node-pre-gyp)$/;

/** Returns the names of the packages that contain a file, the innermost first. */
function packagesOf(filename: string): string[] {
  const names = [...filename.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/g)].map(([, name = '']) => name);
  return names.filter((name) => !finders.test(name)).reverse();
}

/**
 * Returns the package that owns a native addon. A package of builds for one platform (`@scope/name-linux-x64`) is inside or next to its
 * owner.
 */
function ownerOf(filename: string, ownName: string | null): string {
  const names = packagesOf(filename);
  // The file is in the folder of a package it replaces, or in no such folder.
  if (ownName !== null && (names.length === 0 || partsOf(ownName) !== null)) names.unshift(ownName);
  const [innermost = filename.slice(filename.lastIndexOf('/') + 1)] = names;
  return names.find((name) => nativePackages.has(name)) ?? innermost;
}

/** Returns the result of `require` for a native addon from the engine's own implementation. Throws an explaining error if there is none. */
export function loadAddon(host: AddonHost, ownName: string | null): unknown {
  const { filename } = host;
  const owner = ownerOf(filename, ownName);
  if (partsOf(owner) !== null) return require(`./addons/${owner}.ts`).createAddon(host);
  throw Object.assign(new Error(nativeCodeSentence(owner)), { code: 'ERR_DLOPEN_FAILED' });
}

/** Returns the explanation for a package that requested a missing native addon. */
export function explainMissing(filename: string, ownName: string | null): string {
  return nativeCodeSentence(ownerOf(filename, ownName));
}

/** Returns the notice shown before a program that would start browsers. */
export function browserSentence(packageName: string): string {
  return `${packageName} drives browsers, and ${insteadOf(packageName)}.`;
}
