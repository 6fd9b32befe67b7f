let native: Crypto | null = null;

/** The browser's own object, remembered when first asked for: programs replace the global (`node -e` puts the module there). */
export function nativeCrypto(): Crypto {
  native ??= globalThis.crypto;
  return native;
}

/** Every `crypto.KeyObject`: their class is in a part that is loaded when first asked for. */
export const keyObjects = new WeakSet<object>();
