export interface HostCheck {
  subject: 'default' | 'always' | 'never';
  hasWildcards: boolean;
}

/** RFC 6125: a star is a whole first label, and matches one. */
function matches(pattern: string, host: string, hasWildcards: boolean): boolean {
  const [wanted, given] = [pattern.toLowerCase(), host.toLowerCase().replace(/\.$/, '')];
  if (wanted === given) return true;
  if (!hasWildcards || !wanted.startsWith('*.') || wanted.split('.').length < 3) return false;
  const rest = given.slice(given.indexOf('.'));
  return given.includes('.') && rest === wanted.slice(1);
}

/** The name of the certificate that covers the host; undefined when none does. */
export function findHost(
  host: string,
  { alternatives, common }: { alternatives: readonly string[]; common: readonly string[] },
  { subject, hasWildcards }: HostCheck,
): string | undefined {
  const usesSubject = subject === 'always' || (subject === 'default' && alternatives.length === 0);
  const candidates = usesSubject ? [...alternatives, ...common] : alternatives;
  return candidates.find((name) => matches(name, host, hasWildcards));
}
