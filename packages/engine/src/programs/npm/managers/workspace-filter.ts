import { globPattern } from 'devonz-engine-protocol/glob-pattern';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { joinPath } from '../project-files.ts';
import { matchesName } from './name-pattern.ts';
import { reachable, type WorkspaceProject } from './workspace-graph.ts';

interface Selector {
  isExcluded: boolean;
  hasDependencies: boolean;
  hasDependents: boolean;
  /** Selects only its dependencies, not the package itself. */
  isWithoutItself: boolean;
  /** A name pattern, or `null` if only a folder is given. */
  name: string | null;
  /** Absolute; may contain `*`. */
  folder: string | null;
}

/** Returns the paths that `--filter` selects: names, `@scope/*`, `name...`, `...name`, `name^...`, `./folder`, `{folder}`, `!name`. */
export function filterWorkspaces(session: NpmSession, graph: ReadonlyMap<string, WorkspaceProject>, filters: readonly string[]): string[] {
  const selectors = filters.map((text) => parseSelector(session, text));
  const chosen = new Set<string>();
  if (selectors.every(({ isExcluded }) => isExcluded)) for (const path of graph.keys()) if (path !== '') chosen.add(path);
  for (const selector of selectors) {
    for (const path of selectedBy(session, selector, graph)) {
      if (selector.isExcluded) chosen.delete(path);
      else chosen.add(path);
    }
  }
  return [...chosen].sort();
}

function parseSelector(session: NpmSession, text: string): Selector {
  const isExcluded = text.startsWith('!');
  let rest = isExcluded ? text.slice(1) : text;
  const since = /\[(.*)\]/.exec(rest);
  if (since) {
    throw new NpmError('FILTER_CHANGED', [
      `--filter "${text}" asks git what has changed since ${since[1]}, and there is no git here. Name the packages instead.`,
    ]);
  }
  const hasDependencies = rest.endsWith('...');
  if (hasDependencies) rest = rest.slice(0, -3);
  const hasDependents = rest.startsWith('...');
  if (hasDependents) rest = rest.slice(3);
  const isWithoutItself = (hasDependencies && rest.endsWith('^')) || (hasDependents && rest.startsWith('^'));
  rest = rest.replace(/^\^|\^$/g, '');
  const inBraces = /^(.*?)\{(.+)\}$/.exec(rest);
  const folder = inBraces?.[2] ?? (/^\.{1,2}(?:$|\/)|^\//.test(rest) ? rest : null);
  const name = inBraces ? inBraces[1] || null : folder === null ? rest : null;
  return {
    isExcluded,
    hasDependencies,
    hasDependents,
    isWithoutItself,
    name,
    folder: folder === null ? null : joinPath(session.context.cwd, folder),
  };
}

function selectedBy(session: NpmSession, selector: Selector, graph: ReadonlyMap<string, WorkspaceProject>): Set<string> {
  const { name, folder, isWithoutItself, hasDependencies, hasDependents } = selector;
  const matching = [...graph.values()].filter((project) => {
    if (name !== null && !isNamed(name, project.name)) return false;
    if (folder === null) return true;
    const own = joinPath(session.projectPath, project.path);
    return folder.includes('*')
      ? globPattern(folder).test(own.slice(1))
      : own === folder || (own.startsWith(`${folder}/`) && project.path !== '');
  });
  const selected = new Set<string>();
  for (const { path } of matching) {
    if (!isWithoutItself) selected.add(path);
    const dependencies = (at: string) => graph.get(at)?.dependsOn ?? [];
    const dependents = (at: string) => [...graph.values()].filter((other) => other.dependsOn.has(at)).map((other) => other.path);
    if (hasDependencies) for (const other of reachable(path, dependencies)) selected.add(other);
    if (hasDependents) for (const other of reachable(path, dependents)) selected.add(other);
  }
  return selected;
}

/** `app` also matches the only package named `@scope/app`, as in pnpm. */
function isNamed(pattern: string, name: string): boolean {
  return (
    matchesName(pattern, name) || (!pattern.includes('/') && !pattern.includes('*') && name.endsWith(`/${pattern}`) && name.startsWith('@'))
  );
}
