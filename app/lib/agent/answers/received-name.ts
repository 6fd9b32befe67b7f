/** Longest name of a tool that is kept of what a model made up. Characters. */
const LONGEST = 128;

/**
 * A tool's name as a model gave it, fit to be shown and kept: no lone surrogates, no control or direction characters, not without end.
 * A name that is one of a tool stays as it is: those hold nothing of this.
 */
export function receivedName(name: string): string {
  const head = name.length > LONGEST * 2 ? name.slice(0, LONGEST * 2) : name;
  const safe = head.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '�');
  return safe.length > LONGEST || head !== name ? `${safe.slice(0, LONGEST - 1).toWellFormed()}…` : safe;
}
