import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.number() }),
  z.object({ kind: z.literal('asked'), at: z.number() }),
  /** The first piece of a paced answer was written. */
  z.object({ kind: z.literal('began'), at: z.number() }),
  /** The last piece of an answer was written. */
  z.object({ kind: z.literal('sent'), at: z.number() }),
]);

type Notice = z.infer<typeof noticeSchema>;

/** One answer of the model. */
export interface PacedReply {
  /** `tool`: the text is the arguments of a call of `devonz_write_file`. */
  kind: 'tool' | 'text';
  text: string;
  /** Characters of an event. */
  perEvent: number;
  /** Events a second; 0: as fast as they are read. */
  perSecond: number;
}

/** A provider that answers as the bench says, from `begin` on. */
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

  /** For `OPENAI_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** The next questions get these answers; none is sent before `begin`. */
  play(replies: readonly PacedReply[]): void {
    this.#notices = [];
    this.#thread.postMessage(replies);
  }

  begin(): void {
    this.#thread.postMessage('begin');
  }

  /** The `count`th notice of `kind` since `play`. */
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
