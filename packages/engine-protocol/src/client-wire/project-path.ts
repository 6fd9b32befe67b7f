/**
 * Converts a path of the client's file API to an absolute one. Paths are relative to the working directory, which `/` also refers to; `..`
 * does not lead out of it. A path that already starts with the working directory stays unchanged.
 */
export function projectPath(workdir: string, path: string): string {
  const isAbsoluteInside = path === workdir || path.startsWith(`${workdir}/`);
  const segments: string[] = [];
  for (const segment of (isAbsoluteInside ? path.slice(workdir.length) : path).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return [workdir, ...segments].join('/');
}
