export interface StackPlace {
  file: string;
  line: number;
}

const SERVED = /https?:\/\/[^/\s]+\/([^\s:?()]*)(?:\?[^\s:()]*)?:(\d+)/g;
/** Folders from which servers serve files unchanged. */
const SERVED_FROM = ['', 'public/', 'src/', 'static/', 'www/', 'dist/', 'build/'];
/** Paths that a development server or this app adds to a page. */
const NOT_THE_PROJECTS = /^(?:__devonz|@vite|@react-refresh|@id|node_modules)(?:\/|$)/;

/** The place named in a line of program output; `root` is the project's absolute path. Places in packages do not count. */
export function placeInOutput(text: string, root: string): StackPlace | null {
  const at = text.indexOf(`${root}/`);
  if (at === -1) return null;
  const found = /^([^\s:()]+):(\d+)/.exec(text.slice(at + root.length + 1));
  return found?.[1] && !found[1].startsWith('node_modules/') ? { file: found[1], line: Number(found[2]) } : null;
}

/** The place that a stack line of a test runner names by a path relative to the project, such as `❯ src/sum.test.ts:4:47` of Vitest. */
export function relativePlace(line: string, isFile: (path: string) => boolean): StackPlace | null {
  const found = /^\s*(?:❯|at) (?:.* )?\(?([^\s:()]+):(\d+):\d+\)?$/.exec(line);
  return found?.[1] !== undefined && isFile(found[1]) ? { file: found[1], line: Number(found[2]) } : null;
}

/**
 * The first place in a page's stack trace that belongs to the project: the address path, mapped to a project file if there is
 * one. Code from elsewhere (packages, the development server's client) is skipped.
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
