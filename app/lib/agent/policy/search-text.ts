const OF_SECRETS =
  /key|token|secret|pass|auth|api|pwd|cred|priv|login|user|host|url|port|http|data|base|env|mongo|postgres|redis|mysql|aws|stripe|openai|google|github|node|prod|account|session|salt|hash|sign|cert/i;

/**
 * Whether a search for this pattern could bring lines of a file with keys to light. Only a pattern of which each alternative demands a
 * word of four letters that has nothing to do with keys surely does not.
 */
export function mayRevealSecrets(pattern: string): boolean {
  if (OF_SECRETS.test(pattern) || pattern.includes('[^') || /[*?{]/.test(pattern.replace(/\.\*/g, ''))) return true;
  return !pattern.split(/\\?\|/).every((alternative) => /(?:^|[^\\])[a-z]{4}/i.test(alternative.replace(/\\[a-z]/gi, ' ')));
}
