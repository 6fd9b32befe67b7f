/**
 * A path of the client's file API as an absolute one. Paths are relative to the working directory, which is also what `/`
 * stands for; `..` does not lead out of it. A path that already names the working directory is taken as it is.
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
