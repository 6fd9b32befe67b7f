/** As many as Linux follows: a link that leads to itself, or round and round, leads nowhere. */
const MOST_FOLLOWED = 40;

/**
 * The path that is meant by one that may go through symbolic links, its last part included; '' is the root. null: it leads out of the
 * root, or nowhere. `linkAt` says where the link at a path leads, null: there is none.
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

/** The same without following a link at the path itself: what stands there, whatever it leads to. */
export function resolveFolderLinks(path: string, linkAt: (path: string) => string | null): string | null {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return path;
  const folder = resolveLinks(path.slice(0, slash), linkAt);
  if (folder === null) return null;
  return folder === '' ? path.slice(slash + 1) : folder + path.slice(slash);
}
