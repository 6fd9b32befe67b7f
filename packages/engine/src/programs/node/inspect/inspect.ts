import { builtInNames } from './constructor-name.ts';
import { formatNumber } from './format-primitive.ts';
import type { InspectOptions } from './inspect-options.ts';
import { defaultColors, defaultInspectOptions, defaultStyles, mergeInspectOptions, type StyleName } from './inspect-options.ts';
import { customInspect, Inspector } from './inspector.ts';

/** `util.inspect` and `util.format`, with the tables that programs may change (`inspect.styles`, `inspect.defaultOptions`). */
export interface Inspection {
  inspect: ((value: unknown, options?: unknown, ...legacy: unknown[]) => string) & {
    custom: symbol;
    styles: Record<string, string>;
    colors: Record<string, [number, number]>;
    defaultOptions: InspectOptions;
  };
  format(...args: unknown[]): string;
  formatWithOptions(options: unknown, ...args: unknown[]): string;
}

function legacyOptions(options: unknown, legacy: unknown[]): unknown {
  if (typeof options !== 'boolean' && legacy.length === 0) return options;
  const [depth, colors] = legacy;
  return { showHidden: options === true, ...(depth === undefined ? {} : { depth }), ...(colors === undefined ? {} : { colors }) };
}

export function createInspection(): Inspection {
  const defaults = defaultInspectOptions();
  const styles = defaultStyles();
  const colors = defaultColors();
  const inspect = Object.assign(
    (value: unknown, given?: unknown, ...legacy: unknown[]): string => {
      const options = mergeInspectOptions(defaults, legacyOptions(given, legacy));
      const stylize = (text: string, style: StyleName): string => {
        if (!options.colors) return text;
        const codes = colors[styles[style] ?? ''];
        return codes === undefined ? text : `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m`;
      };
      return new Inspector(options, stylize, inspect).format(value, 0);
    },
    { custom: customInspect, styles, colors, defaultOptions: defaults },
  );
  const formatWithOptions = (options: unknown, ...args: unknown[]): string => formatArguments(inspect, options, args);
  return { inspect, formatWithOptions, format: (...args) => formatWithOptions({}, ...args) };
}

type Inspect = (value: unknown, options?: unknown) => string;

/** Returns whether the object has a `toString` that is not inherited from a built-in class. */
function hasOwnToString(value: object): boolean {
  if (typeof Reflect.get(value, 'toString') !== 'function') return false;
  if (typeof Reflect.get(value, Symbol.toPrimitive) === 'function' && !(value instanceof Date) && !(value instanceof Symbol)) return true;
  let object: object | null = value;
  while (object !== null && !Object.hasOwn(object, 'toString')) object = Object.getPrototypeOf(object) as object | null;
  if (object === null || object === value) return true;
  const Class: unknown = Object.getOwnPropertyDescriptor(object, 'constructor')?.value;
  return typeof Class !== 'function' || !builtInNames.has(Class.name);
}

function formatString(inspect: Inspect, value: unknown, options: object): string {
  if (typeof value === 'number' || typeof value === 'bigint') return formatNumber(value, false);
  if (typeof value !== 'object' || value === null) return String(value);
  if (hasOwnToString(value)) return String(value);
  return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
}

function formatInteger(value: unknown, parse: (text: string) => number): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return 'NaN';
  if (typeof value === 'object' && value !== null) return formatNumber(Number(value), false);
  return formatNumber(parse(String(value)), false);
}

function formatJson(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    if (error instanceof Error && error.message.includes('circular')) return '[Circular]';
    throw error;
  }
}

function formatDirective(inspect: Inspect, directive: string, value: unknown, options: object): string | null {
  switch (directive) {
    case 's':
      return formatString(inspect, value, options);
    case 'd':
      return typeof value === 'object' && value !== null ? formatNumber(Number(value), false) : formatInteger(value, Number);
    case 'i':
      return formatInteger(value, Number.parseInt);
    case 'f':
      return typeof value === 'symbol' ? 'NaN' : formatNumber(Number.parseFloat(String(value)), false);
    case 'j':
      return formatJson(value);
    case 'o':
      return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case 'O':
      return inspect(value, options);
    case 'c':
      return '';
    default:
      return null;
  }
}

function formatArguments(inspect: Inspect, given: unknown, args: unknown[]): string {
  const options = typeof given === 'object' && given !== null ? given : {};
  const [first, ...others] = args;
  let text = '';
  let used = 0;
  if (typeof first === 'string') {
    text =
      others.length === 0
        ? first
        : first.replace(/%([sdifjoOc%])/g, (whole, directive: string) => {
            if (directive === '%') return '%';
            if (used >= others.length) return whole;
            return formatDirective(inspect, directive, others[used++], options) ?? whole;
          });
  } else if (args.length > 0) {
    text = inspect(first, options);
  }
  for (const value of others.slice(used)) text += ` ${typeof value === 'string' ? value : inspect(value, options)}`;
  return text;
}
