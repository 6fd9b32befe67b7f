let native: Crypto | null = null;

/** The browser's own object, remembered when first asked for: programs replace the global (`node -e` puts the module there). */
export function nativeCrypto(): Crypto {
  native ??= globalThis.crypto;
  return native;
}

/** Every `crypto.KeyObject`: their class is in a part that is loaded when first asked for. */
export const keyObjects = new WeakSet<object>();

/** What the part that knows keys does around the browser's own functions. */
export interface WebKeyHooks {
  /** null when nothing is to be replaced. */
  replaceKeys(args: readonly unknown[]): Promise<unknown[]> | null;
  remember(name: string, args: readonly unknown[], result: unknown): void;
}

/** null until a program has asked for keys of Node's kind. */
export const webKeys: { hooks: WebKeyHooks | null } = { hooks: null };

/** A method of Web Crypto that takes Node's keys as well. */
export function withWebKeys(name: string, run: (args: unknown[]) => unknown, args: unknown[]): unknown {
  const { hooks } = webKeys;
  if (hooks === null) return run(args);
  const replaced = hooks.replaceKeys(args);
  const result = replaced === null ? run(args) : replaced.then(run);
  if (!(result instanceof Promise)) return result;
  return result.then((value: unknown) => {
    hooks.remember(name, args, value);
    return value;
  });
}
