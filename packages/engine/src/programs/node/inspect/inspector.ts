import { errorMessage } from '../../../text/error-message.ts';
import { formatPrimitive, quoteText, type Stylize } from './format-primitive.ts';
import { describeSpecial, type SpecialShape } from './format-special.ts';
import type { InspectOptions } from './inspect-options.ts';
import { displayWidth, groupInColumns } from './text-layout.ts';

export const customInspect = Symbol.for('nodejs.util.inspect.custom');

/** One call of `util.inspect`: remembers where it is and what it has seen. */
export class Inspector {
  indentation = 0;
  /** Depth of the innermost object formatted last: decides whether an outer one still fits on a line. */
  #currentDepth = 0;
  readonly #ancestors: object[] = [];
  readonly #circular = new Map<object, number>();

  constructor(
    readonly options: InspectOptions,
    readonly stylize: Stylize,
    private readonly inspect: (value: unknown, options: unknown) => string,
  ) {}

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

  #callCustom(value: object, depth: number): string | null {
    if (!this.options.customInspect) return null;
    const method: unknown = Reflect.get(value, customInspect);
    if (typeof method !== 'function') return null;
    const isOwnInspect = method === this.inspect;
    // A class's prototype is shown as an object, not as an instance.
    const Class: unknown = Reflect.get(value, 'constructor');
    if (isOwnInspect || (typeof Class === 'function' && Class.prototype === value)) return null;
    const left = this.options.depth - depth;
    const options = { ...this.options, stylize: this.stylize };
    const result: unknown = method.call(value, left, options, this.inspect);
    if (typeof result !== 'string') return this.format(result, depth);
    return result.replaceAll('\n', `\n${' '.repeat(this.indentation)}`);
  }

  #formatObject(value: object, depth: number, isTyped: boolean): string {
    const shape = describeSpecial(this, value, depth);
    if (shape.kind === 'whole') return shape.text;
    if (depth > this.options.depth && !isEmpty(value)) {
      const name = shape.tag === '' ? 'Object' : shape.tag;
      return this.stylize(`[${Array.isArray(value) && name === 'Array' ? 'Array' : name}]`, 'special');
    }
    this.#ancestors.push(value);
    const former = this.#currentDepth;
    this.#currentDepth = depth;
    let entries: string[];
    try {
      entries = [...shape.entries(depth + 1), ...this.#properties(value, shape, depth + 1, isTyped)];
    } finally {
      this.#ancestors.pop();
    }
    // What is empty counts for no level when lines are joined.
    if (entries.length === 0 && this.#currentDepth === depth) this.#currentDepth = former;
    const reference = this.#circular.get(value);
    const mark = reference === undefined ? '' : this.stylize(`<ref *${reference}>`, 'special');
    return this.#join(entries, shape, mark, depth, value);
  }

  #properties(value: object, shape: SpecialShape & { kind: 'parts' }, depth: number, isTyped: boolean): string[] {
    const keys: (string | symbol)[] = this.options.showHidden ? Object.getOwnPropertyNames(value) : Object.keys(value);
    const symbols = Object.getOwnPropertySymbols(value);
    const shown = [
      ...keys.filter((key) => !(shape.isList && /^(?:0|[1-9]\d*)$/.test(String(key))) && !shape.hiddenKeys.includes(String(key))),
      ...symbols.filter((symbol) => this.options.showHidden || Object.prototype.propertyIsEnumerable.call(value, symbol)),
    ];
    const texts = shown.map((key) => this.formatProperty(value, key, depth, shape.isList));
    const { sorted } = this.options;
    if (sorted !== false && !isTyped) texts.sort(sorted === true ? undefined : sorted);
    return texts;
  }

  formatProperty(value: object, key: string | symbol, depth: number, isListExtra: boolean): string {
    let descriptor: PropertyDescriptor | undefined;
    try {
      descriptor = Object.getOwnPropertyDescriptor(value, key);
    } catch {
      descriptor = undefined;
    }
    const text = this.#formatDescriptor(value, key, descriptor, depth, isListExtra);
    let name: string;
    if (typeof key === 'symbol') name = `[${this.stylize(key.toString(), 'symbol')}]`;
    else if (key === '__proto__') name = "['__proto__']";
    else if (descriptor !== undefined && !descriptor.enumerable) name = `[${key}]`;
    else if (/^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key)) name = this.stylize(key, 'name');
    else name = this.stylize(quoteText(key), 'string');
    return `${name}:${text.startsWith('\n') ? '' : ' '}${text}`;
  }

  #formatDescriptor(
    value: object,
    key: string | symbol,
    descriptor: PropertyDescriptor | undefined,
    depth: number,
    isListExtra: boolean,
  ): string {
    const isNamespace = Object.prototype.toString.call(value) === '[object Module]';
    if (descriptor !== undefined && !('value' in descriptor) && !isNamespace) return this.#formatAccessor(value, descriptor, depth);
    let item: unknown;
    try {
      item = descriptor !== undefined && 'value' in descriptor ? descriptor.value : Reflect.get(value, key);
    } catch (error) {
      // A binding of a module that has not run yet.
      if (error instanceof ReferenceError) return this.stylize('<uninitialized>', 'special');
      throw error;
    }
    const indent = this.options.compact !== true || isListExtra ? 2 : 3;
    this.indentation += indent;
    const text = this.format(item, depth);
    this.indentation -= indent;
    const isWide = indent === 3 && displayWidth(text) > this.options.breakLength;
    return isWide ? `\n${' '.repeat(this.indentation + 2)}${text}` : text;
  }

  #formatAccessor(value: object, descriptor: PropertyDescriptor, depth: number): string {
    const { getters } = this.options;
    const label = descriptor.get === undefined ? 'Setter' : descriptor.set === undefined ? 'Getter' : 'Getter/Setter';
    const isShown =
      descriptor.get !== undefined && (getters === true || ((getters === 'get') === (descriptor.set === undefined) && getters !== false));
    if (!isShown) return this.stylize(`[${label}]`, 'special');
    try {
      const result: unknown = descriptor.get?.call(value);
      if (typeof result === 'object' && result !== null) return `${this.stylize(`[${label}]`, 'special')} ${this.format(result, depth)}`;
      return `${this.stylize(`[${label}:`, 'special')} ${this.format(result, depth)}${this.stylize(']', 'special')}`;
    } catch (error) {
      const message = errorMessage(error);
      return this.stylize(`[${label}: <Inspection threw (${message})>]`, 'special');
    }
  }

  #join(entries: string[], shape: SpecialShape & { kind: 'parts' }, mark: string, depth: number, value: object): string {
    const { compact, breakLength } = this.options;
    let open = shape.open;
    let base = shape.base;
    if (mark !== '') {
      if (base === '' || compact !== true) open = shape.base === '' ? `${mark} ${open}` : open;
      if (base !== '') base = `${mark} ${base}`;
    }
    if (entries.length === 0 && base !== '' && shape.mayStandAlone) return base;
    if (entries.length === 0) return `${base === '' ? '' : `${base} `}${open}${shape.close}`;
    const levels = typeof compact === 'number' ? compact : compact ? 0 : -1;
    let output = entries;
    const prefix = base === '' ? '' : `${base} `;
    if (levels >= 1) {
      if (shape.isList && entries.length > 6) output = this.#group(entries, value, levels);
      const isInnermost = this.#currentDepth - depth < levels && output.length === entries.length;
      if (isInnermost) {
        const start = output.length + this.indentation + open.length + base.length + 10;
        if (this.#fits(output, start, base, breakLength)) {
          const line = output.join(', ');
          if (!line.includes('\n')) return `${prefix}${open} ${line} ${shape.close}`;
        }
      }
    } else if (compact === true && this.#fits(output, 0, base, breakLength)) {
      return `${open}${prefix === '' ? '' : ` ${base}`} ${output.join(', ')} ${shape.close}`;
    }
    const lineBreak = `\n${' '.repeat(this.indentation)}`;
    return `${prefix}${open}${lineBreak}  ${output.join(`,${lineBreak}  `)}${lineBreak}${shape.close}`;
  }

  #group(entries: string[], value: object, compact: number): string[] {
    const items = Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as ArrayLike<unknown>).slice(0, entries.length) : [];
    return groupInColumns(entries, {
      breakLength: this.options.breakLength,
      indentation: this.indentation,
      compact,
      hasMoreEntry: entries.length > this.options.maxArrayLength && /^\.\.\. \d+ more items?$/.test(entries.at(-1) ?? ''),
      alignRight: items.length > 0 && items.every((item) => typeof item === 'number' || typeof item === 'bigint'),
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

/** What is empty is shown as deep as it lies. */
function isEmpty(value: object): boolean {
  if (Reflect.ownKeys(value).length > (Array.isArray(value) ? 1 : 0)) return false;
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
