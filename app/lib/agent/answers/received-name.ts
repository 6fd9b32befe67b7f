/** Maximum length of a stored tool name that a model made up, in characters. */
const LONGEST = 128;

/**
 * Returns a tool name from a model in a form fit for display and storage: without lone surrogates or control and direction characters, and
 * with a bounded length. Names of real tools contain none of these and stay unchanged.
 */
export function receivedName(name: string): string {
  const head = name.length > LONGEST * 2 ? name.slice(0, LONGEST * 2) : name;
  const safe = head.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '�');
  return safe.length > LONGEST || head !== name ? `${safe.slice(0, LONGEST - 1).toWellFormed()}…` : safe;
}
