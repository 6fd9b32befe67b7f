import type { NpmSession } from '../../npm-session.ts';
import { PackageJson } from '../../package-json.ts';
import { filterWorkspaces } from '../workspace-filter.ts';
import { inOrderOfNeed, workspaceGraph } from '../workspace-graph.ts';

/** Returns the selection of `-r`, `--filter` and `-w`, or null for the current project. */
export function selectedByPnpm(session: NpmSession): readonly string[] | null {
  const { commandLine } = session;
  const filters = [...commandLine.values('filter'), ...commandLine.values('filter-prod')];
  if (commandLine.isSet('workspace-root') && filters.length === 0) return [''];
  if (filters.length === 0 && !commandLine.isSet('recursive') && !commandLine.isSet('parallel')) return null;
  const graph = workspaceGraph(session);
  const isWorkspace = PackageJson.read(session.files, session.projectPath).workspacePatterns.length > 0;
  const chosen =
    filters.length > 0 ? filterWorkspaces(session, graph, filters) : [...graph.keys()].filter((path) => path !== '' || !isWorkspace);
  const isRootMeant = commandLine.isSet('include-workspace-root') || (commandLine.isSet('workspace-root') && filters.length > 0);
  return inOrderOfNeed(graph, isRootMeant ? new Set(['', ...chosen]) : chosen).flat();
}
