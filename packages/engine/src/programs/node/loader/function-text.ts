import { isNativeLooking, looksNative } from '../base/native-looking.ts';
import type { RewrittenTexts } from './rewrite/rewritten-texts.ts';

/**
 * Makes `Function.prototype.toString` return the source as its author wrote it. Programs send functions to workers and pages as text
 * (terser-webpack-plugin, serialize-javascript), where the names added by the loader do not exist.
 */
export function showWrittenText(rewritten: RewrittenTexts): void {
  const native = Function.prototype.toString;
  const { apply } = Reflect;
  const shown = {
    toString(this: unknown): string {
      // Throws if `this` is not a function.
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
