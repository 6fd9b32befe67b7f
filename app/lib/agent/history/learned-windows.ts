import { TOO_LONG } from '../../protocol/models/too-long.ts';

/** Smaller windows are of no model. Tokens. */
const SMALLEST = 1_000;
/** Where the refusal names no figure: so much of what was sent is tried next. */
const SHRINK = 0.6;

/** Windows that refusals have told of, by model. For this session only: the user can set one for good. */
export class LearnedWindows {
  readonly #windows = new Map<string, number>();

  /** Tokens; null where neither the settings, the provider nor a refusal has told. */
  of(modelId: string, known: number | null): number | null {
    const learned = this.#windows.get(modelId);
    if (learned === undefined) return known;
    return known === null ? learned : Math.min(known, learned);
  }

  /** Whether the refusal told of a smaller window than was counted with: then a shorter conversation is worth a try. `isTold`: it is known to be about the length. */
  learn(modelId: string, refusal: string, sentTokens: number, known: number | null, isTold = TOO_LONG.test(refusal)): boolean {
    if (!isTold) return false;
    const before = this.of(modelId, known) ?? Number.POSITIVE_INFINITY;
    const told = figuresIn(refusal).filter((figure) => figure < before);
    const learned = told.length > 0 ? Math.min(...told) : Math.floor(Math.min(sentTokens, before) * SHRINK);
    if (learned < SMALLEST || learned >= before) return false;
    this.#windows.set(modelId, learned);
    return true;
  }
}

function figuresIn(text: string): number[] {
  return [...text.matchAll(/\d[\d,_]*/g)].map(([figure]) => Number(figure.replace(/[,_]/g, ''))).filter((figure) => figure >= SMALLEST);
}
