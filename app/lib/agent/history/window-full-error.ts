/** The conversation does not fit the model's window and could not be made shorter. Tokens. */
export class WindowFullError extends Error {
  override readonly name = 'WindowFullError';
  constructor(
    readonly needed: number,
    readonly window: number,
    /** What kept it from being made shorter, in a sentence. */
    readonly why: string,
  ) {
    super(`The conversation takes ${needed} of the ${window} tokens the model can hold.`);
  }
}
