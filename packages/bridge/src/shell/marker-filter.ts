/** Drops what a stream holds up to and including the line that begins with a token. */
export class MarkerFilter {
  /** The rest of the line after the token and a space, once the line has been read. */
  report: string | null = null;
  private held = Buffer.alloc(0);

  constructor(
    private readonly token: string,
    private readonly limit = 64 * 1024,
  ) {}

  /** The bytes before the line, as far as they are kept. */
  get dropped(): string {
    return this.held.toString();
  }

  /** Returns the bytes after the line; none until the line has been read. */
  push(bytes: Uint8Array): Uint8Array {
    if (this.report !== null) return bytes;
    this.held = Buffer.concat([this.held, bytes]);
    const start = this.held.indexOf(`${this.token} `);
    const end = start < 0 ? -1 : this.held.indexOf('\n', start);
    if (end < 0) {
      this.held = this.held.subarray(Math.max(0, this.held.length - this.limit));
      return new Uint8Array();
    }
    this.report = this.held
      .subarray(start + this.token.length + 1, end)
      .toString()
      .replace(/\r$/, '');
    const rest = this.held.subarray(end + 1);
    this.held = Buffer.alloc(0);
    return rest;
  }
}
