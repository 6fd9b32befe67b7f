import { isNativeLooking, looksNative } from '../base/native-looking.ts';
import type { RewrittenTexts } from './rewrite/rewritten-texts.ts';

/**
 * `Function.prototype.toString` gives what the author of a program wrote: functions are sent to workers and pages as text
 * (terser-webpack-plugin, serialize-javascript), where nobody knows the names that the loader has added.
 */
export function showWrittenText(rewritten: RewrittenTexts): void {
  const native = Function.prototype.toString;
  const { apply } = Reflect;
  const shown = {
    toString(this: unknown): string {
      // It throws when it is called on anything else.
      const text: string = apply(native, this, []);
      if (isNativeLooking(this as object)) return `function ${(this as { name: string }).name}() { [native code] }`;
      return rewritten.originalOf(text);
    },
  };
  Object.defineProperty(Function.prototype, 'toString', {
    value: looksNative(shown.toString),
    writable: true,
    configurable: true,
    enumerable: false,
  });
}
