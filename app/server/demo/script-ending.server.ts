/** Ends a script early, from any depth. After a denial or a failure it would be a lie to continue as if nothing had happened. */
export class ScriptEnding extends Error {
  override readonly name = 'ScriptEnding';
  constructor(readonly lastWords: string) {
    super('The script ends here.');
  }
}
