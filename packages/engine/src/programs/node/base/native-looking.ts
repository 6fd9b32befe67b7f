const functions = new WeakSet<object>();

/** Makes a replacement of a browser function look native: its text becomes `function name() { [native code] }`. */
export function looksNative<Given extends object>(replacement: Given): Given {
  functions.add(replacement);
  return replacement;
}

export function isNativeLooking(value: object): boolean {
  return functions.has(value);
}
