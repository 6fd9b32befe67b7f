import type { MessagePart } from '../../protocol/message.ts';

const QUOTED_CALL =
  'This call appears word for word in a tool result, so it may be something a file or a page said; nothing was done. If you mean it, make it in other words, with a reason.';

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
  return results.some((result) => bare(result).includes(words));
}

/** Keeps only the characters that a quotation preserves, however it is formatted or escaped. */
function bare(text: string): string {
  return text.replace(/\\[nrt]|[\s\\]+/g, '');
}
