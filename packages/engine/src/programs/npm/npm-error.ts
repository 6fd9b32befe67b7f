/** A failure npm has a code and words for. It is shown as `npm error code …` and its lines, without a stack. */
export class NpmError extends Error {
  override readonly name = 'NpmError';
  constructor(
    /** `E404`, `EINTEGRITY`, … */
    readonly code: string,
    /** What is shown after `npm error `, one entry a line. */
    readonly lines: readonly string[],
    readonly exitCode = 1,
  ) {
    super(lines.join('\n'));
  }
}
