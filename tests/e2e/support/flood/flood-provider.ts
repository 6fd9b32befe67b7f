import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.number() }),
  z.object({ kind: z.literal('asked'), authorization: z.string().nullable() }),
  /** A response's connection has closed: after its last byte, or because the caller closed it. */
  z.object({ kind: z.literal('closed'), isWhole: z.boolean(), at: z.number(), events: z.number() }),
]);

export type FloodNotice = z.infer<typeof noticeSchema>;

/** A model server that streams as fast as it is read (`flood-provider-thread.mjs`). */
export class FloodProvider {
  readonly notices: FloodNotice[] = [];
  readonly #thread: Worker;
  readonly #watchers = new Set<() => void>();

  private constructor() {
    this.#thread = new Worker(new URL('./flood-provider-thread.mjs', import.meta.url), { execArgv: [] });
    this.#thread.on('message', (message: unknown) => {
      this.notices.push(noticeSchema.parse(message));
      for (const watcher of this.#watchers) watcher();
    });
  }

  static async start(): Promise<FloodProvider> {
    const provider = new FloodProvider();
    await provider.next('listening');
    return provider;
  }

  /** The value for `OPENAI_BASE_URL`. */
  get url(): string {
    const listening = this.notices.find((notice) => notice.kind === 'listening');
    return `http://127.0.0.1:${listening?.port}/v1`;
  }

  /** Returns the first notice of `kind` after the first `past` notices. */
  async next<Kind extends FloodNotice['kind']>(kind: Kind, past = 0): Promise<Extract<FloodNotice, { kind: Kind }>> {
    for (;;) {
      const found = this.notices.slice(past).find((notice): notice is Extract<FloodNotice, { kind: Kind }> => notice.kind === kind);
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
