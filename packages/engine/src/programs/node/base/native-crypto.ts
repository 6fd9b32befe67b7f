let native: Crypto | null = null;

/** Returns the browser's own object, saved at the first call because programs replace the global (`node -e` defines the module there). */
export function nativeCrypto(): Crypto {
  native ??= globalThis.crypto;
  return native;
}

/** Every `crypto.KeyObject`. Their class is in a part that is loaded on first use. */
export const keyObjects = new WeakSet<object>();

/** The hooks around the browser's own functions, provided by the part that implements keys. */
export interface WebKeyHooks {
  /** Returns null if there is nothing to replace. */
  replaceKeys(args: readonly unknown[]): Promise<unknown[]> | null;
  remember(name: string, args: readonly unknown[], result: unknown): void;
}

/** `hooks` is null until a program uses Node's keys. */
export const webKeys: { hooks: WebKeyHooks | null } = { hooks: null };

/** Runs a Web Crypto method that also accepts Node's keys. */
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
