const BACKSLASH = 92;
const QUOTE = 34;

/** Tracks the progress of a JSON text that arrives in pieces; reads each character once. */
export class JsonProgress {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #hasBegun = false;

  push(piece: string): void {
    for (let at = 0; at < piece.length; at += 1) {
      if (this.#isInText) {
        at = this.#throughText(piece, at);
        continue;
      }
      const code = piece.charCodeAt(at);
      if (code === QUOTE) this.#isInText = true;
      else if (code === 123 || code === 91) {
        this.#depth += 1;
        this.#hasBegun = true;
      } else if (code === 125 || code === 93) this.#depth -= 1;
    }
  }

  /** Whether every opened bracket is closed. */
  get isWhole(): boolean {
    return this.#hasBegun && this.#depth === 0 && !this.#isInText;
  }

  /** Position where the string ends, or the end of the piece. */
  #throughText(piece: string, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        continue;
      }
      const code = piece.charCodeAt(at);
      if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) {
        this.#isInText = false;
        return at;
      }
    }
    return piece.length;
  }
}
