export interface HostCheck {
  subject: 'default' | 'always' | 'never';
  hasWildcards: boolean;
}

/** Compares names as in RFC 6125: a star must be the whole first label and matches one label. */
function matches(pattern: string, host: string, hasWildcards: boolean): boolean {
  const [wanted, given] = [pattern.toLowerCase(), host.toLowerCase().replace(/\.$/, '')];
  if (wanted === given) return true;
  if (!hasWildcards || !wanted.startsWith('*.') || wanted.split('.').length < 3) return false;
  const rest = given.slice(given.indexOf('.'));
  return given.includes('.') && rest === wanted.slice(1);
}

/** Returns the certificate's name that covers the host, or undefined if none does. */
export function findHost(
  host: string,
  { alternatives, common }: { alternatives: readonly string[]; common: readonly string[] },
  { subject, hasWildcards }: HostCheck,
): string | undefined {
  const usesSubject = subject === 'always' || (subject === 'default' && alternatives.length === 0);
  const candidates = usesSubject ? [...alternatives, ...common] : alternatives;
  return candidates.find((name) => matches(name, host, hasWildcards));
}
