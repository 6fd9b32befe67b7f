/** Words that accompany keys, and next to nothing else. */
const OF_SECRETS = /key|token|secret|\bsec\b|passw|pwd|credential|private|\bpass|\bcred|\bauth\b|_(?:url|dsn|uri|host|port|id)\b/i;
/** How keys of well-known services begin. */
const SHAPES = /akia|asia|\bsk[_-]|aiza|xox[a-z]-|gh[pousr]_|glpat|begin|eyj/i;
/** Common words of programs in which one of those is found. */
const OF_PROGRAMS = /keyboard\w*|key(?:of|down|up|press|frames)|on_?key\w*|object\.keys|tokeniz\w*|private (?:readonly|static|async)/gi;

/** The same where the search reads such files, too: then the beginning of a key is enough to look for one. */
export function mayRevealSecrets(pattern: string): boolean {
  return SHAPES.test(pattern) || looksForSecrets(pattern);
}

/**
 * Whether a search through everything looks for keys, or for whatever there is. Files that are known to hold keys are not read by it; what it
 * could find is a key in a file that is not known for them. Each alternative must demand a word of three letters.
 */
export function looksForSecrets(pattern: string): boolean {
  if (OF_SECRETS.test(pattern.replace(OF_PROGRAMS, ' ')) || pattern.includes('[^') || /[*?{]/.test(pattern.replace(/\.\*/g, '')))
    return true;
  return !pattern.split(/\\?\|/).every((alternative) => /(?:^|[^\\])[a-z]{3}/i.test(alternative.replace(/\\[a-z]/gi, ' ')));
}
