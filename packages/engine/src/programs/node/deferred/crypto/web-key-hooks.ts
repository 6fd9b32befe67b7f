import { type WebKeyHooks, webKeys } from '../../base/native-crypto.ts';
import { viewedBytes } from './byte-arguments.ts';
import type { KeyObject } from './key-object.ts';

interface OwnKey {
  source: KeyObject;
  /** Returns the browser's own key, imported on first use because the import is asynchronous. */
  native(): Promise<CryptoKey>;
}

/** The keys created by `toCryptoKey`, which is synchronous. */
export const ownKeys = new WeakMap<object, OwnKey>();

interface ImportedKey {
  format: unknown;
  data: unknown;
  isPrivate: boolean;
}

/** The import data of the browser's imported keys. */
export const importedKeys = new WeakMap<object, ImportedKey>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the browser's key for one of ours, also as the `public` key of a derivation, or undefined for any other value. */
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
  // A raw public point does not identify its key type.
  if (format === 'raw' && Reflect.get(result, 'type') === 'public') return;
  // Copied because the program may change its bytes.
  const kept = viewedBytes(data)?.slice() ?? (isObject(data) ? { ...data } : data);
  importedKeys.set(result, { format, data: kept, isPrivate });
}

const hooks: WebKeyHooks = { replaceKeys, remember };

/** Makes Web Crypto accept the keys of `toCryptoKey`, and remembers the data of the keys that Web Crypto imports from now on. */
export function watchWebKeys(): void {
  webKeys.hooks = hooks;
}
