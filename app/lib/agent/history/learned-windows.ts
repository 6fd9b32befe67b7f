import { type ContextRoom, contextRoomOf, TOO_LONG } from '../../protocol/models/too-long.ts';

/** Smaller windows are of no model. Tokens. */
const SMALLEST = 1_000;
/** Where the refusal names no figure: so much of what was sent is tried next. */
const SHRINK = 0.6;
/** An answer that gets less room than this is none: then the input must become shorter. Tokens. */
const SHORTEST_ANSWER = 1_024;

/** A request that was refused for its length. */
export interface RefusedRequest {
  /** Tokens, as they were counted here. */
  sentTokens: number;
  /** The window as settings and provider tell; null: they do not. */
  known: number | null;
  /** It is known to be about the length. */
  isTold?: boolean;
  /** The figures that the refusal names, where somebody has read all of it. */
  room?: ContextRoom | undefined;
}

/** Windows that refusals have told of, by model. For this session only: the user can set one for good. */
export class LearnedWindows {
  readonly #windows = new Map<string, number>();
  readonly #tight = new Set<string>();
  /** Models whose window no refusal has named: it is less than what was refused. */
  readonly #guessed = new Set<string>();

  /** Tokens; null where neither the settings, the provider nor a refusal has told. */
  of(modelId: string, known: number | null): number | null {
    const learned = this.#windows.get(modelId);
    if (learned === undefined) return known;
    return known === null ? learned : Math.min(known, learned);
  }

  /** Whether the room that is asked for the answer counts before there is one: then no more may be asked for than is left. */
  isTight(modelId: string): boolean {
    return this.#tight.has(modelId);
  }

  /** Whether how many tokens the model holds is only known from what it refused. */
  isGuessed(modelId: string): boolean {
    return this.#guessed.has(modelId);
  }

  /** So many tokens were all that there was room for. */
  wasFull(modelId: string, tokens: number): void {
    const learned = this.#windows.get(modelId) ?? Number.POSITIVE_INFINITY;
    if (tokens < SMALLEST || tokens >= learned) return;
    this.#windows.set(modelId, tokens);
    this.#guessed.delete(modelId);
  }

  /** Whether the refusal told of a smaller window than was counted with: then a shorter conversation, or a shorter answer, is worth a try. */
  learn(modelId: string, refusal: string, request: RefusedRequest): boolean {
    const { sentTokens, known, isTold = TOO_LONG.test(refusal), room = contextRoomOf(refusal) } = request;
    if (!isTold) return false;
    const before = this.of(modelId, known) ?? Number.POSITIVE_INFINITY;
    const told = room.window ?? Number.POSITIVE_INFINITY;
    if (this.#learnTightness(modelId, room)) {
      if (told < before) this.#windows.set(modelId, told);
      return true;
    }
    const isNamed = told < before && told >= SMALLEST;
    const learned = isNamed ? told : Math.floor(Math.min(sentTokens, before) * SHRINK);
    if (learned < SMALLEST || learned >= before) return false;
    this.#windows.set(modelId, learned);
    if (isNamed) this.#guessed.delete(modelId);
    else this.#guessed.add(modelId);
    return true;
  }

  /** True: the input fits, and only the room for the answer was too much. */
  #learnTightness(modelId: string, { window, input, output }: ContextRoom): boolean {
    if (window === undefined || input === undefined || output === undefined) return false;
    if (this.#tight.has(modelId) || window < SMALLEST || window - input < SHORTEST_ANSWER) return false;
    this.#tight.add(modelId);
    return true;
  }
}
