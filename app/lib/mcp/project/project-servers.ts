import type { ConfirmedServer, ProjectServerStore } from '../../persistence/project-server-store.ts';
import type { McpServer } from '../../protocol/mcp/mcp.ts';
import type { ProjectServer } from '../../stores/mcp.ts';

export interface ProjectServerDependencies {
  store: ProjectServerStore;
  /** The open project; null if none is stored. */
  project(): string | null;
  /** The servers in the project's file now. */
  named(): readonly McpServer[];
  /** Names of the user's own servers, which a project cannot override. */
  taken(): readonly string[];
}

/** Servers configured in a project's file. None is used before the user has accepted its exact text in this project. */
export interface ProjectServers {
  list(): ProjectServer[];
  /** The servers in use, with the user's permissions for their tools. */
  confirmed(): McpServer[];
  /** The user accepts the server as shown; false if it has changed since. */
  confirm(shown: McpServer): boolean;
  forget(name: string): void;
  /** Stores the user's permissions for the tools of servers in use. */
  keepVerdicts(servers: readonly McpServer[]): void;
}

/** Its complete configuration in the file. */
export function projectServerText({ verdicts: _verdicts, isEnabled: _isEnabled, ...server }: McpServer): string {
  return JSON.stringify(server, Object.keys(server).sort());
}

export function createProjectServers({ store, project, named, taken }: ProjectServerDependencies): ProjectServers {
  const kept = () => {
    const open = project();
    return open === null ? new Map<string, ConfirmedServer>() : new Map(store.load(open));
  };
  const save = (servers: ReadonlyMap<string, ConfirmedServer>) => {
    const open = project();
    if (open !== null) store.save(open, servers);
  };
  const list = (): ProjectServer[] => {
    const known = kept();
    const own = new Set(taken());
    return named().map((server) => {
      if (own.has(server.name)) return { status: 'hidden', server };
      const found = known.get(server.name);
      if (found === undefined) return { status: 'new', server };
      if (found.text !== projectServerText(server)) return { status: 'changed', server };
      return { status: 'in-use', server: { ...server, verdicts: found.verdicts } };
    });
  };
  const confirmed = () => list().flatMap(({ status, server }) => (status === 'in-use' ? [server] : []));
  return {
    list,
    confirmed,
    confirm(shown) {
      const text = projectServerText(shown);
      const current = named().find(({ name }) => name === shown.name);
      if (current === undefined || projectServerText(current) !== text || project() === null) return false;
      save(kept().set(shown.name, { text, verdicts: {} }));
      return true;
    },
    forget(name) {
      const servers = kept();
      if (servers.delete(name)) save(servers);
    },
    keepVerdicts(servers) {
      const known = kept();
      for (const { name, verdicts } of servers) {
        const found = known.get(name);
        if (found !== undefined) known.set(name, { ...found, verdicts });
      }
      save(known);
    },
  };
}
