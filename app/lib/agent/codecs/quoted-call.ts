import type { MessagePart } from '../../protocol/message.ts';

const QUOTED_CALL =
  'This call appears word for word in a tool result, so it may be something a file or a page said; nothing was done. If you mean it, make it in other words, with a reason.';

/** A call in an answer's text: to be made, unless a tool result says it word for word. */
export function unlessQuoted(
  call: Pick<Extract<MessagePart, { state: 'input-available' }>, 'type' | 'toolCallId' | 'toolName' | 'input'>,
  source: string,
  results: readonly string[],
): MessagePart {
  return isQuotation(source, results) ? { ...call, state: 'output-error', errorText: QUOTED_CALL } : { ...call, state: 'input-available' };
}

/** Whether a call in an answer's text is words of a tool result: a file spoke, not the model. */
function isQuotation(source: string, results: readonly string[]): boolean {
  const words = bare(source);
  return results.some((result) => bare(result).includes(words));
}

/** The characters that a quotation keeps, however it is laid out or escaped. */
function bare(text: string): string {
  return text.replace(/\\[nrt]|[\s\\]+/g, '');
}
