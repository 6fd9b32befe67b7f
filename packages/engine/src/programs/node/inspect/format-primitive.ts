import type { InspectOptions, StyleName } from './inspect-options.ts';

export type Stylize = (text: string, style: StyleName) => string;

const controlNames = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\\', '\\\\'],
]);

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return (
    controlNames.get(character) ?? (code < 0x100 ? `\\x${code.toString(16).toUpperCase().padStart(2, '0')}` : `\\u${code.toString(16)}`)
  );
}

/** Quotes text with the quotes that need the least escaping. */
export function quoteText(text: string): string {
  let quote = "'";
  if (text.includes("'")) {
    if (!text.includes('"')) quote = '"';
    else if (!text.includes('`') && !text.includes('${')) quote = '`';
  }
  const escaped = text
    .replace(/[\u0000-\u001f\\\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, escapeCharacter)
    .replaceAll(quote === "'" ? "'" : '\u0000', "\\'");
  return quote + escaped + quote;
}

export function formatNumber(value: number | bigint, hasSeparators: boolean): string {
  const text = Object.is(value, -0) && !hasSeparators ? '-0' : String(value);
  const suffix = typeof value === 'bigint' ? 'n' : '';
  if (!hasSeparators || !/^-?\d+(\.\d+)?$/.test(text)) return text + suffix;
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '_');
  return grouped + (fraction === undefined ? '' : `.${fraction.replace(/(\d{3})(?=\d)/g, '$1_')}`) + suffix;
}

function formatText(value: string, options: InspectOptions, stylize: Stylize, indentation: number): string {
  let text = value;
  let trailer = '';
  if (text.length > options.maxStringLength) {
    const left = text.length - options.maxStringLength;
    text = text.slice(0, options.maxStringLength);
    trailer = `... ${left} more character${left > 1 ? 's' : ''}`;
  }
  // Long texts are shown line by line.
  if (options.compact !== true && text.length > 16 && text.length > options.breakLength - indentation - 4 && text.includes('\n')) {
    const lines = text.split(/(?<=\n)/).map((line) => stylize(quoteText(line), 'string'));
    return lines.join(` +\n${' '.repeat(indentation + 2)}`) + trailer;
  }
  return stylize(quoteText(text), 'string') + trailer;
}

export function formatPrimitive(value: unknown, options: InspectOptions, stylize: Stylize, indentation: number): string {
  switch (typeof value) {
    case 'string':
      return formatText(value, options, stylize, indentation);
    case 'number':
      return stylize(formatNumber(value, options.numericSeparator), 'number');
    case 'bigint':
      return stylize(formatNumber(value, options.numericSeparator), 'bigint');
    case 'boolean':
      return stylize(String(value), 'boolean');
    case 'symbol':
      return stylize(value.toString(), 'symbol');
    default:
      return value === null ? stylize('null', 'null') : stylize('undefined', 'undefined');
  }
}
