/** The same limit as in Linux: a link that leads to itself, or in a circle, has no target. */
const MOST_FOLLOWED = 40;

/**
 * Resolves a path through symbolic links, including a link at the path itself; '' is the root. Null if it leads out of the root
 * or nowhere. `linkAt` gives the target of a link at a path, or null.
 */
export function resolveLinks(path: string, linkAt: (path: string) => string | null): string | null {
  const waiting = path.split('/').reverse();
  const reached: string[] = [];
  let followed = 0;
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (reached.pop() === undefined) return null;
      continue;
    }
    reached.push(part);
    const target = linkAt(reached.join('/'));
    if (target === null) continue;
    followed += 1;
    if (followed > MOST_FOLLOWED || target.startsWith('/')) return null;
    reached.pop();
    waiting.push(...target.split('/').reverse());
  }
  return reached.join('/');
}

/** The same, without following a link at the path itself. */
export function resolveFolderLinks(path: string, linkAt: (path: string) => string | null): string | null {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return path;
  const folder = resolveLinks(path.slice(0, slash), linkAt);
  if (folder === null) return null;
  return folder === '' ? path.slice(slash + 1) : folder + path.slice(slash);
}
