import { remarkText } from '../../protocol/remark.ts';
import type { StepRequest, StepTransport } from '../contract/ports.ts';
import { type ScriptedAnswer, ScriptedTransport } from './scripted-transport.ts';

/** A model that answers several concurrent conversations, each from its own script, selected by the text of the first message. */
export class RoutedTransport implements StepTransport {
  readonly #scripts: ReadonlyMap<string, ScriptedTransport>;

  constructor(scripts: Readonly<Record<string, readonly ScriptedAnswer[]>>) {
    this.#scripts = new Map(Object.entries(scripts).map(([first, answers]) => [first, new ScriptedTransport(...answers)]));
  }

  /** Returns the requests of the conversation that begins with this text. */
  requests(first: string): readonly StepRequest[] {
    return this.#of(first).requests;
  }

  async open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const part = request.messages[0]?.parts[0];
    // With text codecs, a remark is part of the same message.
    const [first = ''] = part?.type === 'text' ? part.text.split(`\n\n${remarkText('')}`) : [];
    return this.#of(first).open(request, signal);
  }

  #of(first: string): ScriptedTransport {
    const script = this.#scripts.get(first);
    if (script === undefined) throw new Error(`RoutedTransport: nobody scripted a conversation that begins with ${JSON.stringify(first)}.`);
    return script;
  }
}
