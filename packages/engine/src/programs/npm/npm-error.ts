/** An error with npm's code and message, shown as `npm error code …` and its lines, without a stack. */
export class NpmError extends Error {
  override readonly name = 'NpmError';
  constructor(
    /** `E404`, `EINTEGRITY`, … */
    readonly code: string,
    /** The lines shown after `npm error `. */
    readonly lines: readonly string[],
    readonly exitCode = 1,
  ) {
    super(lines.join('\n'));
  }
}
