/** The path that a symbolic link at `path` leads to, relative to the same root; '' is the root itself. Null if it leads outside. */
export function linkTarget(path: string, target: string): string | null {
  if (target.startsWith('/') || target.includes('\\') || /^[a-z]:/i.test(target)) return null;
  const segments = path.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return null;
    if (segment !== '..' && segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
