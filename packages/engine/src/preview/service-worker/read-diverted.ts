import type { KernelToReader, ReaderToKernel } from '../../abi/bridge-protocol.ts';
import { HttpParser } from '../../http/http-parser.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { AnswerStream } from './answer-stream.ts';

interface DivertedAnswer {
  /** The response's first bytes, including its head; already acknowledged. */
  received: readonly Uint8Array[];
  /** Speaks `KernelToReader`. */
  port: MessagePort;
  method: string;
}

/** Reads a response's body directly from the kernel, without the bridge, which shares the page's thread. */
export function readDiverted({ received, port, method }: DivertedAnswer, answer: AnswerStream, onDone: () => void): void {
  const finish = () => {
    port.close();
    onDone();
  };
  const parser = new HttpParser(
    {
      kind: 'response',
      requestMethod: () => method,
      // The bridge has already read the head.
      onHead: () => {},
      onBody: (data) => answer.push(data),
      onEnd() {
        answer.end();
        finish();
      },
      onUpgrade: () => {},
    },
    { maxHeadBytes: 256 * 1024 },
  );
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      answer.fail(new TypeError(errorMessage(error)));
      finish();
    }
  };
  answer.onTaken = (bytes) => {
    const message: ReaderToKernel = { type: 'taken', bytes };
    port.postMessage(message);
  };
  attempt(() => {
    for (const data of received) parser.push(data);
  });
  port.onmessage = ({ data: message }: MessageEvent<KernelToReader>) =>
    attempt(() => {
      if (message.type === 'end') {
        parser.finish();
        return;
      }
      answer.note(message.data.length);
      parser.push(message.data);
    });
}
