/** Ends a script early, from any depth: something was denied or failed, and continuing as if it had not would be a lie. */
export class ScriptEnding extends Error {
  override readonly name = 'ScriptEnding';
  constructor(readonly lastWords: string) {
    super('The script ends here.');
  }
}
