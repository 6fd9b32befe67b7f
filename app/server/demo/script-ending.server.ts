/** Ends a script early, from any depth: after a denial or a failure, it must not continue as if nothing had happened. */
export class ScriptEnding extends Error {
  override readonly name = 'ScriptEnding';
  constructor(readonly lastWords: string) {
    super('The script ends here.');
  }
}
