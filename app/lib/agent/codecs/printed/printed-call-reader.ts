import type { MessagePart } from '../../../protocol/message.ts';
import { CUT_CALL_MESSAGE } from '../../answers/cut-call-message.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';
import type { AnswerReader, TurnResult } from '../../stream/turn-reader.ts';
import { unlessQuoted } from '../quoted-call.ts';
import { ReaderAround } from '../reader-around.ts';
import { readPrinted } from './read-printed.ts';

export interface PrintedCallDependencies {
  /** The tools offered to the model as functions. */
  tools: readonly ToolDefinition[];
  /** Texts of the tool results in the conversation. */
  results: readonly string[];
  nextId(): string;
}

/**
 * Reads an answer of a model that was offered functions. If it makes no call but prints one, the call is made under the rules of the text
 * codecs. If the printed call is unclear, the model is notified, because nothing would be done and the task would look completed.
 */
export class PrintedCallReader extends ReaderAround {
  readonly #dependencies: PrintedCallDependencies;

  constructor(inner: AnswerReader, dependencies: PrintedCallDependencies) {
    super(inner);
    this.#dependencies = dependencies;
  }

  end(): TurnResult {
    const result = this.inner.end();
    if (result.parts.some((part) => part.type === 'dynamic-tool')) return result;
    const text = result.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    const printed = readPrinted(text, this.#dependencies.tools);
    if (printed === null) return result;
    if (printed.type === 'unclear') return { ...result, remark: notMade(printed.why), isPrintedCall: true };
    if (result.finishReason === 'length') return { ...result, remark: CUT_CALL_MESSAGE, isPrintedCall: true };
    const others = result.parts.filter((part) => part.type !== 'text');
    const words: MessagePart[] = printed.words === '' ? [] : [{ type: 'text', text: printed.words }];
    const calls = printed.calls.map(({ toolName, input, source }): MessagePart => {
      const base = { type: 'dynamic-tool' as const, toolCallId: this.#dependencies.nextId(), toolName, input };
      return unlessQuoted(base, source, this.#dependencies.results);
    });
    return { ...result, parts: [...others, ...words, ...calls] };
  }
}

function notMade(why: string): string {
  return `Your answer has a tool call written as text, and ${why}, so nothing was run. If you meant it, make it as a function call. If it was only an example, say in plain words how far the task is.`;
}
