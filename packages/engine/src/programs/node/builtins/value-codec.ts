import { Buffer } from '../base/buffer-class.ts';

type Encoded = string | number | boolean | null | [string, ...unknown[]];

/**
 * Encodes values with their types as text (`v8.serialize`, 'advanced' messages). Every object is numbered, so that cycles
 * and shared references survive. A value that cannot be sent (a port, a function) becomes an empty object or an error, as
 * in Node.
 */
class Encoder {
  readonly #seen = new Map<object, number>();

  /** Between processes a Buffer arrives as a Buffer; between threads, as its Uint8Array. */
  constructor(private readonly keepsBuffers: boolean) {}

  encode(value: unknown): Encoded {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0) ? value : ['n', String(Object.is(value, -0) ? '-0' : value)];
    if (value === undefined) return ['u'];
    if (typeof value === 'bigint') return ['i', String(value)];
    if (typeof value !== 'object') throw new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError');
    const known = this.#seen.get(value);
    if (known !== undefined) return ['r', known];
    this.#seen.set(value, this.#seen.size);
    return this.#object(value);
  }

  #object(value: object): Encoded {
    if (Array.isArray(value)) return ['a', ...value.map((item) => this.encode(item))];
    if (value instanceof Date) return ['d', value.getTime()];
    if (value instanceof RegExp) return ['x', value.source, value.flags];
    if (value instanceof Map) return ['m', ...[...value].flat().map((item) => this.encode(item))];
    if (value instanceof Set) return ['s', ...[...value].map((item) => this.encode(item))];
    if (value instanceof Error) return ['e', value.name, value.message, value.stack ?? '', this.encode(value.cause), this.#fields(value)];
    if (ArrayBuffer.isView(value)) {
      const bytes = Buffer.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice().buffer).toString('base64');
      return ['b', value instanceof Buffer && !this.keepsBuffers ? 'Uint8Array' : value.constructor.name, bytes];
    }
    if (value instanceof ArrayBuffer) return ['b', 'ArrayBuffer', Buffer.from(value).toString('base64')];
    if (value instanceof Boolean || value instanceof Number || value instanceof String) return this.encode(value.valueOf());
    return ['o', ...this.#fields(value)];
  }

  #fields(value: object): unknown[] {
    if (typeof MessagePort !== 'undefined' && value instanceof MessagePort) return [];
    return Object.keys(value).flatMap((name) => [name, this.encode(Reflect.get(value, name))]);
  }
}

const errorClasses: ReadonlyMap<string, new (message: string) => Error> = new Map<string, new (message: string) => Error>([
  ['TypeError', TypeError],
  ['RangeError', RangeError],
  ['SyntaxError', SyntaxError],
  ['ReferenceError', ReferenceError],
  ['EvalError', EvalError],
  ['URIError', URIError],
]);

const views: ReadonlyMap<string, new (buffer: ArrayBuffer) => object> = new Map<string, new (buffer: ArrayBuffer) => object>([
  ['Uint8Array', Uint8Array],
  ['Int8Array', Int8Array],
  ['Uint16Array', Uint16Array],
  ['Int16Array', Int16Array],
  ['Uint32Array', Uint32Array],
  ['Int32Array', Int32Array],
  ['Float32Array', Float32Array],
  ['Float64Array', Float64Array],
  ['Uint8ClampedArray', Uint8ClampedArray],
  ['BigInt64Array', BigInt64Array],
  ['BigUint64Array', BigUint64Array],
  ['DataView', DataView],
]);

class Decoder {
  readonly #objects: object[] = [];

  decode(encoded: unknown): unknown {
    if (!Array.isArray(encoded)) return encoded;
    const [tag, ...rest]: unknown[] = encoded;
    switch (tag) {
      case 'u':
        return undefined;
      case 'n':
        return Number(rest[0]);
      case 'i':
        return BigInt(String(rest[0]));
      case 'r':
        return this.#objects[Number(rest[0])];
      default:
        return this.#object(String(tag), rest);
    }
  }

  #keep<Kept extends object>(value: Kept): Kept {
    this.#objects.push(value);
    return value;
  }

  #object(tag: string, rest: unknown[]): unknown {
    if (tag === 'd') return this.#keep(new Date(Number(rest[0])));
    if (tag === 'x') return this.#keep(new RegExp(String(rest[0]), String(rest[1])));
    if (tag === 'b') return this.#bytes(String(rest[0]), String(rest[1]));
    if (tag === 'e') return this.#error(rest);
    if (tag === 'a') {
      const array: unknown[] = this.#keep([]);
      for (const item of rest) array.push(this.decode(item));
      return array;
    }
    if (tag === 's') {
      const set = this.#keep(new Set());
      for (const item of rest) set.add(this.decode(item));
      return set;
    }
    if (tag === 'm') {
      const map = this.#keep(new Map());
      for (let index = 0; index < rest.length; index += 2) map.set(this.decode(rest[index]), this.decode(rest[index + 1]));
      return map;
    }
    const object = this.#keep({});
    this.#fill(object, rest);
    return object;
  }

  #fill(object: object, fields: unknown[]): void {
    for (let index = 0; index < fields.length; index += 2)
      Object.defineProperty(object, String(fields[index]), {
        value: this.decode(fields[index + 1]),
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }

  #bytes(name: string, text: string): object {
    const buffer = Uint8Array.from(Buffer.from(text, 'base64')).buffer;
    if (name === 'Buffer') return this.#keep(Buffer.from(buffer));
    const View = views.get(name);
    return this.#keep(View === undefined ? buffer : new View(buffer));
  }

  #error([name, message, stack, cause, fields]: unknown[]): Error {
    const Class = errorClasses.get(String(name)) ?? Error;
    const error = this.#keep(new Class(String(message)));
    if (error.name !== name) Object.defineProperty(error, 'name', { value: name, writable: true, configurable: true });
    error.stack = String(stack);
    const decoded = this.decode(cause);
    if (decoded !== undefined) error.cause = decoded;
    if (Array.isArray(fields)) this.#fill(error, fields);
    return error;
  }
}

export function encodeValue(value: unknown, keepsBuffers = false): string {
  return JSON.stringify(new Encoder(keepsBuffers).encode(value));
}

export function decodeValue(text: string): unknown {
  return new Decoder().decode(JSON.parse(text));
}
