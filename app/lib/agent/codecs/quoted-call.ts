import type { MessagePart } from '../../protocol/message.ts';

const QUOTED_CALL =
  'This call appears word for word in a tool result, so it may be something a file or a page said; nothing was done. If you mean it, make it in other words, with a reason.';

/** In characters. No program puts a longer place before a line. */
const LONGEST_PREFIX = 300;
/** Matches what programs and formats put before lines: numbers, places (`a.md:3:`), marks of diffs, quotations, lists and comments. */
const PREFIX = /^(?:[\s>+*#|;/-]|<!--|\d+[\t:|)-]|[\w./@+-]{1,200}[:-]\d+[:-])+/;
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
]);

/** Returns the part for a call in an answer's text: to be made, unless a tool result contains it verbatim. */
export function unlessQuoted(
  call: Pick<Extract<MessagePart, { state: 'input-available' }>, 'type' | 'toolCallId' | 'toolName' | 'input'>,
  source: string,
  results: readonly string[],
): MessagePart {
  return isQuotation(source, results) ? { ...call, state: 'output-error', errorText: QUOTED_CALL } : { ...call, state: 'input-available' };
}

/** Returns true if a call in an answer's text appears in a tool result, so that it may come from a file and not from the model. */
function isQuotation(source: string, results: readonly string[]): boolean {
  const words = bare(source);
  const unmarked = withoutPrefixes(source);
  return results.some((result) => bare(result).includes(words) || withoutPrefixes(result).includes(unmarked));
}

/** Keeps only the characters that a quotation preserves, however it is formatted or escaped. */
function bare(text: string): string {
  return withoutBlanks(unescaped(text));
}

/** A model that repeats the lines of a listing, a diff or a comment leaves out what is before each of them. */
function withoutPrefixes(text: string): string {
  const lines = unescaped(text).split('\n');
  return withoutBlanks(lines.map((line) => line.slice(0, LONGEST_PREFIX).replace(PREFIX, '') + line.slice(LONGEST_PREFIX)).join('\n'));
}

function withoutBlanks(text: string): string {
  return text.replace(/[\s\\\p{Cf}]+/gu, '');
}

function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (all, name: string) => NAMED_ENTITIES.get(name) ?? all)
    .replace(
      /&#(x?)([0-9a-f]{1,6});/gi,
      (all, hex: string, code: string) => characterOf(Number.parseInt(code, hex === '' ? 10 : 16)) ?? all,
    )
    .replace(/\\[nrt]/g, '\n');
}

function characterOf(code: number): string | null {
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
