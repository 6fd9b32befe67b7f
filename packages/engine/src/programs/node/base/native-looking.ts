const functions = new WeakSet<object>();

/** What stands for a function of the browser's own looks like one to a program: its text is `function name() { [native code] }`. */
export function looksNative<Given extends object>(replacement: Given): Given {
  functions.add(replacement);
  return replacement;
}

export function isNativeLooking(value: object): boolean {
  return functions.has(value);
}
