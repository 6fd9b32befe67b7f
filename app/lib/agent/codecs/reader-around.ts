import type { MessagePart } from '../../protocol/message.ts';
import type { LivePart } from '../contract/conversation-state.ts';
import type { AnswerReader, TurnResult } from '../stream/turn-reader.ts';

/** A reader that wraps another one and delegates to it everything that it does not override. */
export abstract class ReaderAround implements AnswerReader {
  protected readonly inner: AnswerReader;

  constructor(inner: AnswerReader) {
    this.inner = inner;
  }

  abstract end(): TurnResult;

  push(bytes: Uint8Array): void {
    this.inner.push(bytes);
  }

  liveParts(): LivePart[] {
    return this.inner.liveParts();
  }

  textParts(): MessagePart[] {
    return this.inner.textParts();
  }

  received(): number {
    return this.inner.received();
  }

  isThinking(): boolean {
    return this.inner.isThinking();
  }

  wholeParts(): number {
    return this.inner.wholeParts();
  }
}
