import type {
  PromptApi,
  PromptAvailability,
  PromptCreation,
  PromptKinds,
  PromptMessage,
  PromptSampling,
  PromptSession,
} from '../prompt-api.ts';

export interface FakePromptScript {
  text?: PromptAvailability;
  image?: PromptAvailability;
  /** Window of a session in tokens, counted as one per character. */
  window?: number;
  /** Pieces of the next responses, or the error with which a stream fails after them; `wait` keeps the stream open. */
  answers?: (string | Error | 'wait')[][];
  /** The error with which creating a session rejects. */
  refusal?: Error;
  /** Download progress that is reported while a session is created. */
  progress?: number[];
  params?: PromptSampling | null;
}

/** A scripted Prompt API, which fails for anything that is not scripted. */
export class FakePromptApi implements PromptApi {
  readonly created: PromptCreation[] = [];
  readonly prompts: (readonly PromptMessage[])[] = [];
  open = 0;

  constructor(readonly script: FakePromptScript) {}

  async availability({ expectedInputs }: PromptKinds): Promise<PromptAvailability> {
    const isImage = expectedInputs?.some(({ type }) => type === 'image') === true;
    return (isImage ? this.script.image : this.script.text) ?? 'unavailable';
  }

  async params(): Promise<PromptSampling | null> {
    return this.script.params ?? null;
  }

  async create(creation: PromptCreation): Promise<PromptSession> {
    this.created.push(creation);
    creation.signal?.throwIfAborted();
    const events = new EventTarget();
    creation.monitor?.(events);
    for (const loaded of this.script.progress ?? []) {
      events.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
    }
    if (this.script.refusal !== undefined) throw this.script.refusal;
    this.open += 1;
    return this.#session(sizeOf(creation.initialPrompts ?? []));
  }

  #session(begunWith: number): PromptSession {
    let used = begunWith;
    return {
      contextWindow: this.script.window ?? 1_000,
      get contextUsage() {
        return used;
      },
      measureContextUsage: async (input) => sizeOf(input),
      promptStreaming: (input, { signal }) => {
        this.prompts.push(input);
        const pieces = this.script.answers?.shift();
        if (pieces === undefined) throw new Error('The test has no answer for this prompt.');
        used += sizeOf(input);
        return streamOf(pieces, signal, (piece) => {
          used += piece.length;
        });
      },
      destroy: () => {
        this.open -= 1;
      },
    };
  }
}

function streamOf(pieces: (string | Error)[], signal: AbortSignal | undefined, sent: (piece: string) => void): ReadableStream<string> {
  let place = 0;
  return new ReadableStream<string>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
    pull(controller) {
      const piece = pieces[place++];
      if (piece === 'wait') return new Promise<void>(() => undefined);
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else {
        sent(piece);
        controller.enqueue(piece);
      }
      return undefined;
    },
  });
}

function sizeOf(messages: readonly PromptMessage[]): number {
  return messages.flatMap(({ content }) => content).reduce((sum, part) => sum + (part.type === 'text' ? part.value.length : 100), 0);
}
