import { looksNative } from './base/native-looking.ts';

/** The minimum size in bytes; smaller modules compile almost instantly. */
const SMALLEST = 128 * 1024;
const SAMPLES = 1024;

type Keep = (key: string, module: WebAssembly.Module) => void;

/**
 * Reports compiled modules to the kernel, so that the next process gets them compiled (see kept-modules.ts). Otherwise each start of
 * esbuild would compile and optimise 12 MB on the cores that its work needs.
 */
export function keepCompiledModules(api: typeof WebAssembly, keep: Keep): void {
  const { compile, instantiate, Module } = api;
  // Saved because the program may replace these later.
  const { apply, construct, get } = Reflect;
  const { then } = Promise.prototype;
  const note = (source: unknown, module: unknown): void => {
    const bytes = bytesOf(source);
    if (bytes !== null && bytes.byteLength >= SMALLEST && module instanceof Module) keep(keyOf(bytes), module);
  };
  const noted = (method: (...args: never[]) => unknown, moduleIn: (result: unknown) => unknown) =>
    function (this: unknown, ...args: unknown[]): unknown {
      const result: unknown = apply(method, this, args);
      const onCompiled = (value: unknown) => note(args[0], moduleIn(value));
      // The program's own handlers receive a failure.
      if (result instanceof Promise) apply(then, result, [onCompiled, () => {}]);
      return result;
    };
  replace(
    api,
    'compile',
    noted(compile, (result) => result),
  );
  replace(
    api,
    'instantiate',
    noted(instantiate, (result) => (typeof result === 'object' && result !== null ? get(result, 'module') : null)),
  );
  const Noted = new Proxy(Module, {
    construct(target, args, newTarget) {
      const module: unknown = construct(target, args, newTarget === Noted ? target : newTarget);
      note(args[0], module);
      return module as WebAssembly.Module; // Created by the constructor above.
    },
  });
  Module.prototype.constructor = Noted;
  replace(api, 'Module', Noted);
}

function replace(api: object, name: string, value: object): void {
  const descriptor = Object.getOwnPropertyDescriptor(api, name);
  if (name !== 'Module') Object.defineProperty(value, 'name', { value: name, configurable: true });
  Object.defineProperty(api, name, { ...descriptor, value: looksNative(value) });
}

function bytesOf(source: unknown): Uint8Array | null {
  if (source instanceof ArrayBuffer || source instanceof SharedArrayBuffer) return new Uint8Array(source);
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : null;
}

/** Returns a key that distinguishes files; it need not be unique, because the browser compares the bytes. */
function keyOf(bytes: Uint8Array): string {
  const step = Math.ceil(bytes.byteLength / SAMPLES);
  let hash = 0;
  for (let at = 0; at < bytes.byteLength; at += step) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  return `${bytes.byteLength}-${hash}`;
}
