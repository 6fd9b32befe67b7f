import { type WebKeyHooks, webKeys } from '../../base/native-crypto.ts';
import { viewedBytes } from './byte-arguments.ts';
import type { KeyObject } from './key-object.ts';

interface OwnKey {
  source: KeyObject;
  /** The browser's own, imported when first used: its import takes a promise. */
  native(): Promise<CryptoKey>;
}

/** Keys that `toCryptoKey` has made, at once. */
export const ownKeys = new WeakMap<object, OwnKey>();

interface ImportedKey {
  format: unknown;
  data: unknown;
  isPrivate: boolean;
}

/** Of the browser's keys that were imported: what of. */
export const importedKeys = new WeakMap<object, ImportedKey>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The browser's key for one of ours, also where it is the `public` of a derivation; undefined for anything else. */
function replacement(value: unknown): Promise<unknown> | undefined {
  if (!isObject(value)) return undefined;
  const own = ownKeys.get(value);
  if (own !== undefined) return own.native();
  const partner: unknown = Reflect.get(value, 'public');
  const partnerKey = isObject(partner) ? ownKeys.get(partner) : undefined;
  return partnerKey?.native().then((key) => ({ ...value, public: key }));
}

function replaceKeys(args: readonly unknown[]): Promise<unknown[]> | null {
  const replacements = args.map(replacement);
  if (replacements.every((found) => found === undefined)) return null;
  return Promise.all(args.map((arg, index) => replacements[index] ?? arg));
}

function remember(name: string, [format, data]: readonly unknown[], result: unknown): void {
  if (name !== 'importKey' || !isObject(result)) return;
  const isPrivate = Reflect.get(result, 'type') === 'private';
  // A public point alone does not say what it is of.
  if (format === 'raw' && Reflect.get(result, 'type') === 'public') return;
  // A copy: the program may change its bytes.
  const kept = viewedBytes(data)?.slice() ?? (isObject(data) ? { ...data } : data);
  importedKeys.set(result, { format, data: kept, isPrivate });
}

const hooks: WebKeyHooks = { replaceKeys, remember };

/** From here on Web Crypto takes keys of `toCryptoKey`, and what it imports can be asked for as a KeyObject. */
export function watchWebKeys(): void {
  webKeys.hooks = hooks;
}
