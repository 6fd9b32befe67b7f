import { because } from '../protocol/texts/reason.ts';
import { labelName } from './label-name.ts';
import { ModelListError } from './model-provider.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that the connection sets itself. */
const RESERVED = new Set(['content-type', 'content-length', 'host', 'connection', 'transfer-encoding']);

/** Reads headers, one `X-Team: blue` per line or separated by `;` on a single line. Errors are safe to show. */
export function extraHeadersFrom(text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of linesOf(text ?? '')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    const value = line.slice(colon + 1).trim();
    // Header values are bytes: some `fetch` implementations refuse non-ASCII characters, others mangle them.
    if (!NAME.test(name) || !/^[\x20-\x7e]+$/.test(value)) {
      throw new ModelListError(
        because('{field} is not as it must be: a line of it is not “Name: value” in plain letters.', { field: labelName('Extra headers') }),
      );
    }
    if (RESERVED.has(name.toLowerCase()))
      throw new ModelListError(because('{field} cannot set {name}.', { field: labelName('Extra headers'), name }));
    headers[name] = value;
  }
  return headers;
}

/** The header values, which must never be shown. */
export function extraHeaderSecrets(text: string): string[] {
  const values = linesOf(text).map((line) => line.slice(line.indexOf(':') + 1).trim());
  return values.flatMap((value) => [value, value.replace(/^\w+ /, '')]).filter((value) => value !== '');
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n|;(?=\s*[\w-]+\s*:)/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
