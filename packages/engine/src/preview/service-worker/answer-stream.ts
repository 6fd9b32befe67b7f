/** The response's body. Data that the page does not read is not requested from the bridge or the kernel either. */
export class AnswerStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Acknowledges bytes that the page has consumed to their sender. */
  onTaken: (bytes: number) => void;
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  private isOver = false;
  private noted = 0;

  constructor({ onTaken, onCancel }: { onTaken(bytes: number): void; onCancel(): void }) {
    this.onTaken = onTaken;
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
      },
      // Called whenever the queue has been emptied, so earlier data has been consumed.
      pull: () => {
        const bytes = this.noted;
        this.noted = 0;
        if (bytes > 0) this.onTaken(bytes);
      },
      cancel: () => {
        this.isOver = true;
        onCancel();
      },
    });
  }

  /** Records received bytes, including framing; they are acknowledged once the data pushed after this call has been consumed. */
  note(bytes: number): void {
    this.noted += bytes;
  }

  push(data: Uint8Array): void {
    if (!this.isOver) this.controller?.enqueue(data);
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.controller?.close();
  }

  fail(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    this.controller?.error(error);
  }
}
