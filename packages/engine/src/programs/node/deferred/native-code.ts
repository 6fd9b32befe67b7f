import { insteadOf, nativeCodeSentence, nativePackages, partsOf } from '../../native/native-packages.ts';
import type { AddonHost, CreateAddon } from './addons/addon.ts';

/** The bundler makes a table of the folder's files of it. */
declare const require: (path: string) => { createAddon: CreateAddon };

/** Packages that only look for the compiled part of the one that asks them. */
const finders = /^(?:bindings|node-gyp-build|node-gyp-build-optional-packages|@neon-rs\/load|(?:@mapbox\/)?node-pre-gyp)$/;

/** Names of the packages that a file is in, the innermost first. */
function packagesOf(filename: string): string[] {
  const names = [...filename.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/g)].map(([, name = '']) => name);
  return names.filter((name) => !finders.test(name)).reverse();
}

/** Whose compiled part a file is. A package of builds for one machine each (`@scope/name-linux-x64`) is inside the one that it is of, or beside it. */
function ownerOf(filename: string, ownName: string | null): string {
  const names = packagesOf(filename);
  // In the folder of one that it takes the place of, or in no such folder at all.
  if (ownName !== null && (names.length === 0 || partsOf(ownName) !== null)) names.unshift(ownName);
  const [innermost = filename.slice(filename.lastIndexOf('/') + 1)] = names;
  return names.find((name) => nativePackages.has(name)) ?? innermost;
}

/** What `require` of a compiled file gives: the engine's own part; an error with a sentence where there is none. */
export function loadAddon(host: AddonHost, ownName: string | null): unknown {
  const { filename } = host;
  const owner = ownerOf(filename, ownName);
  if (partsOf(owner) !== null) return require(`./addons/${owner}.ts`).createAddon(host);
  throw Object.assign(new Error(nativeCodeSentence(owner)), { code: 'ERR_DLOPEN_FAILED' });
}

/** The sentence for a package of which a file asked for a compiled part that is not there. */
export function explainMissing(filename: string, ownName: string | null): string {
  return nativeCodeSentence(ownerOf(filename, ownName));
}

/** What is said before a program runs whose work is done by browsers that it would start. */
export function browserSentence(packageName: string): string {
  return `${packageName} drives browsers, and ${insteadOf(packageName)}.`;
}
