import { errorMessage } from '../../../text/error-message.ts';
import { constructorName, prefixOf } from './constructor-name.ts';
import { formatPrimitive, quoteText, type Stylize } from './format-primitive.ts';
import { describeSpecial, type SpecialShape } from './format-special.ts';
import type { InspectOptions } from './inspect-options.ts';
import { displayWidth, groupInColumns } from './text-layout.ts';

export const customInspect = Symbol.for('nodejs.util.inspect.custom');

type Key = string | symbol;

// Saved because programs may replace them on `Object`.
const { getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols, hasOwn, keys: namesOf } = Object;
const { get: getOf } = Reflect;

function isEnumerable(value: object, key: Key): boolean {
  return Object.prototype.propertyIsEnumerable.call(value, key);
}

function isPlace(key: Key): boolean {
  return typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}

/** The maximum length at one indentation; a longer text would be useless and might exceed the maximum string length. */
const MOST_CHARACTERS = 2 ** 27;

/** The state of one `util.inspect` call: its position and the objects it has visited. */
export class Inspector {
  indentation = 0;
  /** The maximum depth that is shown; lowered once there is too much output. */
  depthLimit: number;
  /** The number of characters written so far, by indentation. */
  readonly #written = new Map<number, number>();
  /** The depth of the innermost object formatted last, which decides whether an outer one still fits on a line. */
  #currentDepth = 0;
  readonly #ancestors: object[] = [];
  readonly #circular = new Map<object, number>();

  constructor(
    readonly options: InspectOptions,
    readonly stylize: Stylize,
    private readonly inspect: (value: unknown, options: unknown) => string,
  ) {
    this.depthLimit = options.depth;
  }

  format(value: unknown, depth: number, isTyped = false): string {
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function')
      return formatPrimitive(value, this.options, this.stylize, this.indentation);
    const custom = this.#callCustom(value, depth);
    if (custom !== null) return custom;
    if (this.#ancestors.includes(value)) {
      const index = this.#circular.get(value) ?? this.#circular.size + 1;
      this.#circular.set(value, index);
      return this.stylize(`[Circular *${index}]`, 'special');
    }
    return this.#formatObject(value, depth, isTyped);
  }

  indented<Result>(format: () => Result): Result {
    this.indentation += 2;
    const result = format();
    this.indentation -= 2;
    return result;
  }

  /** Formats the prototype of an object without a class. */
  inspectPrototype(value: object): string {
    return this.inspect(value, { ...this.options, customInspect: false, depth: -1 });
  }

  #callCustom(value: object, depth: number): string | null {
    if (!this.options.customInspect) return null;
    const method: unknown = getOf(value, customInspect);
    if (typeof method !== 'function') return null;
    const isOwnInspect = method === this.inspect;
    // A class's prototype is shown as an object, not as an instance.
    const Class: unknown = getOf(value, 'constructor');
    if (isOwnInspect || (typeof Class === 'function' && hasOwn(value, 'constructor') && Class.prototype === value)) return null;
    const left = this.depthLimit === Number.POSITIVE_INFINITY ? null : this.depthLimit - depth;
    const options = { stylize: this.stylize, ...this.options };
    const result: unknown = method.call(value, left, options, this.inspect);
    // The custom method requests the default format.
    if (result === value) return null;
    const text = typeof result !== 'object' || result === null ? String(result) : this.format(result, depth);
    return text.replaceAll('\n', `\n${' '.repeat(this.indentation)}`);
  }

  #keysOf(value: object): Key[] {
    const symbols = getOwnPropertySymbols(value);
    let keys: Key[];
    if (this.options.showHidden) keys = [...getOwnPropertyNames(value), ...symbols];
    else {
      try {
        keys = namesOf(value);
      } catch {
        // The module has uninitialized bindings.
        keys = getOwnPropertyNames(value);
      }
      keys = [...keys, ...symbols.filter((symbol) => isEnumerable(value, symbol))];
    }
    return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)) ? keys.filter((key) => !isPlace(key)) : keys;
  }

  #tagOf(value: object): string {
    let tag: unknown;
    try {
      tag = getOf(value, Symbol.toStringTag);
    } catch {
      return '';
    }
    if (typeof tag !== 'string' || tag === '') return '';
    // Otherwise the tag would be shown twice.
    const isShown = this.options.showHidden ? hasOwn(value, Symbol.toStringTag) : isEnumerable(value, Symbol.toStringTag);
    return isShown ? '' : tag;
  }

  #formatObject(value: object, depth: number, isTyped: boolean): string {
    const isTooDeep = depth > this.depthLimit;
    const inherited: string[] = [];
    const owner = constructorName(this, value, depth, this.options.showHidden && !isTooDeep ? inherited : null);
    const tag = this.#tagOf(value);
    const shape = describeSpecial(this, value, { owner, tag, keys: this.#keysOf(value), depth });
    if (shape.mayOmitBraces && shape.keys.length === 0 && inherited.length === 0) {
      if (shape.base === '') return `${shape.open}${shape.close}`;
      return shape.style === null ? shape.base : this.stylize(shape.base, shape.style);
    }
    const kind = Array.isArray(value) ? 'Array' : 'Object';
    const name = owner === null ? `${kind}: null prototype` : prefixOf(owner, tag, kind).slice(0, -1);
    if (isTooDeep && shape.style === 'regexp') return this.stylize(shape.base, 'regexp');
    if (isTooDeep) return this.stylize(`[${name}]`, 'special');
    const { indentation } = this;
    this.#ancestors.push(value);
    this.#currentDepth = depth;
    let entries: string[];
    let properties: string[];
    try {
      entries = shape.entries(depth + 1);
      properties = shape.keys.map((key) => this.formatProperty(value, key, depth + 1, shape.isList));
    } catch (error) {
      if (!isStackOverflow(error)) throw error;
      this.indentation = indentation;
      const interrupted = `[${name}: Inspection interrupted prematurely. Maximum call stack size exceeded.]`;
      return this.stylize(interrupted, 'special');
    } finally {
      this.#ancestors.pop();
    }
    properties.push(...inherited);
    const { sorted } = this.options;
    const compare = sorted === true ? undefined : sorted;
    if (compare !== false && !isTyped) {
      if (!shape.isList) entries = [...entries, ...properties].sort(compare);
      else properties.sort(compare);
    }
    if (compare === false || isTyped || shape.isList) entries = [...entries, ...properties];
    const text = this.#join(entries, shape, this.#mark(value), depth, value);
    const written = (this.#written.get(indentation) ?? 0) + text.length;
    this.#written.set(indentation, written);
    if (written > MOST_CHARACTERS) this.depthLimit = -1;
    return text;
  }

  /** Returns `<ref *1>` for an object that refers to itself. */
  #mark(value: object): string {
    const reference = this.#circular.get(value);
    return reference === undefined ? '' : this.stylize(`<ref *${reference}>`, 'special');
  }

  formatProperty(value: object, key: Key, depth: number, isListExtra: boolean): string {
    let descriptor: PropertyDescriptor | undefined;
    try {
      descriptor = getOwnPropertyDescriptor(value, key);
    } catch {
      descriptor = undefined;
    }
    // Without a descriptor of its own, the property is a built-in one of the prototype.
    const isOwn = descriptor !== undefined;
    return this.#named(key, isOwn && !descriptor?.enumerable, this.#formatDescriptor(value, key, descriptor, depth, isListExtra ? 2 : 3));
  }

  /** Formats a property of a prototype. */
  formatInherited(value: object, key: Key, descriptor: PropertyDescriptor, depth: number): string {
    this.#ancestors.push(value);
    this.#currentDepth = depth;
    try {
      return this.#named(key, descriptor.enumerable !== true, this.#formatDescriptor(value, key, descriptor, depth, 3));
    } finally {
      this.#ancestors.pop();
    }
  }

  formatElement(value: object, index: number, depth: number): string {
    return this.#formatDescriptor(value, `${index}`, getOwnPropertyDescriptor(value, index), depth, 2);
  }

  #named(key: Key, isHidden: boolean, text: string): string {
    let name: string;
    if (typeof key === 'symbol') name = `[${this.stylize(quoteSymbol(key), 'symbol')}]`;
    else if (key === '__proto__') name = "['__proto__']";
    else if (isHidden) name = `[${key.replaceAll('\n', '\\n')}]`;
    else if (/^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key)) name = this.stylize(key, 'name');
    else name = this.stylize(quoteText(key), 'string');
    return `${name}:${text.startsWith('\n') ? '' : ' '}${text}`;
  }

  #formatDescriptor(value: object, key: Key, descriptor: PropertyDescriptor | undefined, depth: number, wide: 2 | 3): string {
    const isNamespace = Object.prototype.toString.call(value) === '[object Module]';
    if (descriptor !== undefined && !('value' in descriptor) && !isNamespace) return this.#formatAccessor(value, descriptor, depth);
    let item: unknown;
    try {
      item = descriptor !== undefined && 'value' in descriptor ? descriptor.value : getOf(value, key);
    } catch (error) {
      // A binding of a module that has not run yet.
      if (error instanceof ReferenceError) return this.stylize('<uninitialized>', 'special');
      throw error;
    }
    const indent = this.options.compact === true ? wide : 2;
    this.indentation += indent;
    const text = this.format(item, depth);
    const isWide = indent === 3 && displayWidth(text) > this.options.breakLength;
    const shown = isWide ? `\n${' '.repeat(this.indentation)}${text}` : text;
    this.indentation -= indent;
    return shown;
  }

  #formatAccessor(value: object, descriptor: PropertyDescriptor, depth: number): string {
    const { getters } = this.options;
    const label = descriptor.get === undefined ? 'Setter' : descriptor.set === undefined ? 'Getter' : 'Getter/Setter';
    const isShown =
      descriptor.get !== undefined && (getters === true || ((getters === 'get') === (descriptor.set === undefined) && getters !== false));
    if (descriptor.get === undefined && descriptor.set === undefined) return this.stylize('undefined', 'undefined');
    if (!isShown) return this.stylize(`[${label}]`, 'special');
    try {
      const result: unknown = descriptor.get?.call(value);
      return this.indented(() => {
        if (typeof result === 'object' && result !== null) return `${this.stylize(`[${label}]`, 'special')} ${this.format(result, depth)}`;
        return `${this.stylize(`[${label}:`, 'special')} ${this.format(result, depth)}${this.stylize(']', 'special')}`;
      });
    } catch (error) {
      const message = errorMessage(error);
      return this.stylize(`[${label}: <Inspection threw (${message})>]`, 'special');
    }
  }

  #join(entries: string[], shape: SpecialShape, mark: string, depth: number, value: object): string {
    const { compact, breakLength } = this.options;
    const isTight = compact === true;
    const base = mark === '' || isTight ? shape.base : shape.base === '' ? mark : `${mark} ${shape.base}`;
    const open = mark !== '' && isTight ? `${mark} ${shape.open}` : shape.open;
    const lineBreak = `\n${' '.repeat(this.indentation)}`;
    if (isTight) {
      const shownBase = base === '' ? '' : ` ${base}`;
      if (this.#fits(entries, 0, base, breakLength)) return `${open}${shownBase} ${entries.join(', ')} ${shape.close}`;
      // After a long bracket, the first entry would not align with the rest.
      const first = base === '' && open.length === 1 ? ' ' : `${shownBase}${lineBreak}  `;
      return `${open}${first}${entries.join(`,${lineBreak}  `)} ${shape.close}`;
    }
    let output = entries;
    const prefix = base === '' ? '' : `${base} `;
    if (typeof compact === 'number' && compact >= 1) {
      if (shape.isList && entries.length > 6) output = this.#group(entries, value, compact);
      if (this.#currentDepth - depth < compact && output.length === entries.length) {
        const start = output.length + this.indentation + open.length + base.length + 10;
        if (this.#fits(output, start, base, breakLength)) {
          const line = output.join(', ');
          if (!line.includes('\n')) return `${prefix}${open} ${line} ${shape.close}`;
        }
      }
    }
    return `${prefix}${open}${lineBreak}  ${output.join(`,${lineBreak}  `)}${lineBreak}${shape.close}`;
  }

  #group(entries: string[], value: object, compact: number): string[] {
    // Every view is indexed except DataView, which is not a list.
    const items = value as ArrayLike<unknown>;
    return groupInColumns(entries, {
      breakLength: this.options.breakLength,
      indentation: this.indentation,
      compact,
      hasMoreEntry: entries.length > this.options.maxArrayLength,
      alignRight: entries.every((_entry, index) => typeof items[index] === 'number' || typeof items[index] === 'bigint'),
    });
  }

  #fits(output: string[], start: number, base: string, breakLength: number): boolean {
    let total = output.length + start;
    if (total + output.length > breakLength) return false;
    for (const entry of output) {
      total += this.options.colors ? displayWidth(entry) : entry.length;
      if (total > breakLength) return false;
    }
    return base === '' || !base.includes('\n');
  }
}

function quoteSymbol(symbol: symbol): string {
  return symbol.toString().replaceAll('\n', '\\n');
}
