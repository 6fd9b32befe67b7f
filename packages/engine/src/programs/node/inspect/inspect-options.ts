export interface InspectOptions {
  showHidden: boolean;
  depth: number;
  colors: boolean;
  customInspect: boolean;
  showProxy: boolean;
  maxArrayLength: number;
  maxStringLength: number;
  breakLength: number;
  compact: number | boolean;
  sorted: boolean | ((a: string, b: string) => number);
  getters: boolean | 'get' | 'set';
  numericSeparator: boolean;
}

export function defaultInspectOptions(): InspectOptions {
  return {
    showHidden: false,
    depth: 2,
    colors: false,
    customInspect: true,
    showProxy: false,
    maxArrayLength: 100,
    maxStringLength: 10_000,
    breakLength: 80,
    compact: 3,
    sorted: false,
    getters: false,
    numericSeparator: false,
  };
}

/** Merges the given options into `base`. Null means "no limit". */
export function mergeInspectOptions(base: InspectOptions, given: unknown): InspectOptions {
  if (typeof given !== 'object' || given === null) return base;
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(given)) {
    if (!(name in base) || value === undefined) continue;
    merged[name] = value === null ? Number.POSITIVE_INFINITY : value;
  }
  // The same names as `base`; a wrongly typed value only changes the output.
  return merged as unknown as InspectOptions;
}

export type StyleName =
  | 'special'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'undefined'
  | 'null'
  | 'string'
  | 'symbol'
  | 'date'
  | 'regexp'
  | 'module'
  | 'name';

/** Returns the colour name of each style, as in `util.inspect.styles`. */
export function defaultStyles(): Record<string, string> {
  return {
    special: 'cyan',
    number: 'yellow',
    bigint: 'yellow',
    boolean: 'yellow',
    undefined: 'grey',
    null: 'bold',
    string: 'green',
    symbol: 'green',
    date: 'magenta',
    regexp: 'red',
    module: 'underline',
  };
}

/** Returns the escape codes that switch each colour on and off, as in `util.inspect.colors`. */
export function defaultColors(): Record<string, [number, number]> {
  const colors: Record<string, [number, number]> = {
    reset: [0, 0],
    bold: [1, 22],
    dim: [2, 22],
    italic: [3, 23],
    underline: [4, 24],
    blink: [5, 25],
    inverse: [7, 27],
    hidden: [8, 28],
    strikethrough: [9, 29],
    doubleunderline: [21, 24],
    framed: [51, 54],
    overlined: [53, 55],
    gray: [90, 39],
    grey: [90, 39],
    blackBright: [90, 39],
    bgGray: [100, 49],
    bgGrey: [100, 49],
    bgBlackBright: [100, 49],
  };
  ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].forEach((name, index) => {
    const background = `bg${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    colors[name] = [30 + index, 39];
    colors[background] = [40 + index, 49];
    if (name === 'black') return;
    colors[`${name}Bright`] = [90 + index, 39];
    colors[`${background}Bright`] = [100 + index, 49];
  });
  return colors;
}
