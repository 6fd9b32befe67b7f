/** Words that mostly occur next to keys. */
const OF_SECRETS = /key|token|secret|\bsec\b|passw|pwd|credential|private|\bpass|\bcred|\bauth\b|_(?:url|dsn|uri|host|port|id)\b/i;
/** Prefixes of keys of well-known services. */
const SHAPES = /akia|asia|\bsk[_-]|aiza|xox[a-z]-|gh[pousr]_|glpat|begin|eyj/i;
/** Common program words that contain one of those. */
const OF_PROGRAMS = /keyboard\w*|key(?:of|down|up|press|frames)|on_?key\w*|object\.keys|tokeniz\w*|private (?:readonly|static|async)/gi;

/** Like `looksForSecrets`, for searches that also read such files: the beginning of a key is enough to find one. */
export function mayRevealSecrets(pattern: string): boolean {
  return SHAPES.test(pattern) || looksForSecrets(pattern);
}

/**
 * Returns true if a search through everything looks for keys or for anything at all. It does not read files known to hold keys, but it
 * could find a key elsewhere. Each alternative must require a word of three letters.
 */
export function looksForSecrets(pattern: string): boolean {
  if (OF_SECRETS.test(pattern.replace(OF_PROGRAMS, ' ')) || pattern.includes('[^') || /[*?{]/.test(pattern.replace(/\.\*/g, '')))
    return true;
  return !pattern.split(/\\?\|/).every((alternative) => /(?:^|[^\\])[a-z]{3}/i.test(alternative.replace(/\\[a-z]/gi, ' ')));
}
