import { looksNative } from '../../base/native-looking.ts';

type Body = Pick<Response, 'arrayBuffer' | 'headers'>;

const NO_FORM = 'Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".';

/** Returns whether a form has no fields and so consists only of its closing boundary, which browsers reject. */
function isEmptyForm(type: string, bytes: ArrayBuffer): boolean {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(type);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined || bytes.byteLength > name.length + 8) return false;
  return new TextDecoder().decode(bytes).replace(/(?:\r\n)+$/, '') === `--${name}--`;
}

/** Makes `formData()` of a message accept a form without fields and throw Node's errors. */
export function completeFormData(message: { prototype: object }, native: typeof Response): void {
  const parse = native.prototype.formData;
  const read = native.prototype.arrayBuffer;
  const readOf = Reflect.get(message.prototype, 'arrayBuffer') as typeof read; // The method of the given class, which may be Request.
  const formData = async function formData(this: Body): Promise<FormData> {
    const type = this.headers.get('content-type') ?? '';
    const kind = /^\s*([^;]*?)\s*(?:;|$)/.exec(type)?.[1]?.toLowerCase();
    if (kind !== 'multipart/form-data' && kind !== 'application/x-www-form-urlencoded') throw new TypeError(NO_FORM);
    // Calls the method of the class itself, which is Request or Response.
    const bytes = await Reflect.apply(readOf, this, []);
    if (isEmptyForm(type, bytes)) return new FormData();
    try {
      return await parse.call(new native(bytes, { headers: { 'content-type': type } }));
    } catch {
      throw new TypeError('Failed to parse body as FormData.');
    }
  };
  Object.defineProperty(message.prototype, 'formData', {
    value: looksNative(formData),
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
