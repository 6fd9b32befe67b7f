import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.number() }),
  z.object({ kind: z.literal('asked'), at: z.number() }),
  /** The first piece of a paced response was written. */
  z.object({ kind: z.literal('began'), at: z.number() }),
  /** The last piece of a response was written. */
  z.object({ kind: z.literal('sent'), at: z.number() }),
]);

type Notice = z.infer<typeof noticeSchema>;

/** One response of the model. */
export interface PacedReply {
  /** For `tool`, the text is the arguments of a `devonz_write_file` call. */
  kind: 'tool' | 'text';
  text: string;
  /** Characters per event. */
  perEvent: number;
  /** Events per second; 0 sends them as fast as they are read. */
  perSecond: number;
}

/** A provider that sends the given replies once `begin` was called. */
export class PacedProvider {
  readonly #thread = new Worker(new URL('./paced-provider-thread.mjs', import.meta.url), { execArgv: [] });
  readonly #watchers = new Set<() => void>();
  #notices: Notice[] = [];
  #port = 0;

  static async start(): Promise<PacedProvider> {
    const provider = new PacedProvider();
    provider.#thread.on('message', (message: unknown) => {
      provider.#notices.push(noticeSchema.parse(message));
      for (const watcher of [...provider.#watchers]) watcher();
    });
    provider.#port = (await provider.next('listening')).port;
    return provider;
  }

  /** The value for `OPENAI_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** Sets the responses for the next requests; none is sent before `begin`. */
  play(replies: readonly PacedReply[]): void {
    this.#notices = [];
    this.#thread.postMessage(replies);
  }

  begin(): void {
    this.#thread.postMessage('begin');
  }

  /** Returns the `count`th notice of `kind` since `play`. */
  async next<Kind extends Notice['kind']>(kind: Kind, count = 1): Promise<Extract<Notice, { kind: Kind }>> {
    for (;;) {
      const found = this.#notices.filter((notice): notice is Extract<Notice, { kind: Kind }> => notice.kind === kind)[count - 1];
      if (found) return found;
      await new Promise<void>((resolve) => {
        const watcher = () => {
          this.#watchers.delete(watcher);
          resolve();
        };
        this.#watchers.add(watcher);
      });
    }
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}
