export interface StackPlace {
  file: string;
  line: number;
}

const SERVED = /https?:\/\/[^/\s]+\/([^\s:?()]*)(?:\?[^\s:()]*)?:(\d+)/g;
/** Where a server has its files that are served as they are. */
const SERVED_FROM = ['', 'public/', 'src/', 'static/', 'www/', 'dist/', 'build/'];
/** What a development server or this app adds to a page. */
const NOT_THE_PROJECTS = /^(?:__devonz|@vite|@react-refresh|@id|node_modules)(?:\/|$)/;

/** The place that a line of a program's output names: `root` is the project's absolute path. What a package's own files say is none. */
export function placeInOutput(text: string, root: string): StackPlace | null {
  const at = text.indexOf(`${root}/`);
  if (at === -1) return null;
  const found = /^([^\s:()]+):(\d+)/.exec(text.slice(at + root.length + 1));
  return found?.[1] && !found[1].startsWith('node_modules/') ? { file: found[1], line: Number(found[2]) } : null;
}

/**
 * The first place of a page's stack that is the project's: the path after the origin, as a file of the project where there is one such.
 * What runs in the page and is not of the project (its packages, the development server's client) is passed over.
 */
export function placeInPage(stack: string, isFile: (path: string) => boolean): StackPlace | null {
  const places = [...stack.matchAll(SERVED)]
    .map(([, path = '', line]) => ({ path: decoded(path), line: Number(line) }))
    .filter(({ path }) => !NOT_THE_PROJECTS.test(path));
  for (const { path, line } of places) {
    const file = SERVED_FROM.map((folder) => `${folder}${path === '' || path.endsWith('/') ? `${path}index.html` : path}`).find(isFile);
    if (file !== undefined) return { file, line };
  }
  const [first] = places;
  return first === undefined || first.path === '' ? null : { file: first.path, line: first.line };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
