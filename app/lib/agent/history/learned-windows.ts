import { type ContextRoom, contextRoomOf, TOO_LONG } from '../../protocol/models/too-long.ts';

/** No model has a smaller window. In tokens. */
const SMALLEST = 1_000;
/** If the refusal names no figure, this share of the sent tokens is tried next. */
const SHRINK = 0.6;
/** If less room than this is left for an answer, the input must become shorter. In tokens. */
const SHORTEST_ANSWER = 1_024;

/** A request that was refused for its length. */
export interface RefusedRequest {
  /** Tokens as estimated here. */
  sentTokens: number;
  /** The window according to the settings and the provider; null if unknown. */
  known: number | null;
  /** The refusal is known to be about the length. */
  isAboutLength?: boolean;
  /** The figures in the refusal, if its full text was parsed. */
  room?: ContextRoom | undefined;
}

/** Window sizes learned from refusals, by model. Kept only for this session; the user can set one permanently. */
export class LearnedWindows {
  readonly #windows = new Map<string, number>();
  readonly #tight = new Set<string>();
  /** Models whose refusals named no window: it is smaller than the refused request. */
  readonly #guessed = new Set<string>();

  /** Returns the window in tokens; null if the settings, the provider and refusals have not named one. */
  of(modelId: string, known: number | null): number | null {
    const learned = this.#windows.get(modelId);
    if (learned === undefined) return known;
    return known === null ? learned : Math.min(known, learned);
  }

  /** Returns true if the requested output counts against the window in advance, so that it must not exceed what is left. */
  isTight(modelId: string): boolean {
    return this.#tight.has(modelId);
  }

  /** Returns true if the window size was only inferred from a refusal. */
  isGuessed(modelId: string): boolean {
    return this.#guessed.has(modelId);
  }

  /** Records that this many tokens filled the window. */
  wasFull(modelId: string, tokens: number): void {
    const learned = this.#windows.get(modelId) ?? Number.POSITIVE_INFINITY;
    if (tokens < SMALLEST || tokens >= learned) return;
    this.#windows.set(modelId, tokens);
    this.#guessed.delete(modelId);
  }

  /** Returns true if the refusal indicates a smaller window than assumed, so that a shorter conversation or answer is worth a try. */
  learn(modelId: string, refusal: string, request: RefusedRequest): boolean {
    const { sentTokens, known, isAboutLength = TOO_LONG.test(refusal), room = contextRoomOf(refusal) } = request;
    if (!isAboutLength) return false;
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

  /** Returns true if the input fits and only the requested output was too large. */
  #learnTightness(modelId: string, { window, input, output }: ContextRoom): boolean {
    if (window === undefined || input === undefined || output === undefined) return false;
    if (this.#tight.has(modelId) || window < SMALLEST || window - input < SHORTEST_ANSWER) return false;
    this.#tight.add(modelId);
    return true;
  }
}
