/** A function's types: `i` is a 32-bit integer or an address, `j` a 64-bit integer, `f` a double; the first is the result, `v` for none. */
export type Signature = string;

const valueTypes: Record<string, number> = { i: 0x7f, j: 0x7e, f: 0x7c };

const section = (id: number, bytes: number[]) => [id, bytes.length, ...bytes];
const name = (text: string) => [text.length, ...[...text].map((letter) => letter.charCodeAt(0))];

const modules = new Map<Signature, WebAssembly.Module>();

/**
 * Returns a module that only re-exports an imported function: this gives a JavaScript function a type, so that it can be called by address.
 */
function moduleFor(signature: Signature): WebAssembly.Module {
  const known = modules.get(signature);
  if (known !== undefined) return known;
  const [result = 'v', ...parameters] = signature;
  const typeOf = (letter: string) => valueTypes[letter] ?? 0x7f;
  const results = result === 'v' ? [] : [typeOf(result)];
  const made = new WebAssembly.Module(
    new Uint8Array([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...section(1, [1, 0x60, parameters.length, ...parameters.map(typeOf), results.length, ...results]),
      ...section(2, [1, ...name('e'), ...name('f'), 0x00, 0x00]),
      ...section(7, [1, ...name('f'), 0x00, 0x00]),
    ]),
  );
  modules.set(signature, made);
  return made;
}

/** Wraps a function so that WebAssembly tables accept it. */
export function callable(signature: Signature, run: (...args: never[]) => unknown): WebAssembly.ExportValue {
  const { exports } = new WebAssembly.Instance(moduleFor(signature), { e: { f: run as () => unknown } });
  return exports.f as WebAssembly.ExportValue;
}
