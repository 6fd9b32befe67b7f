import type { ConfirmedServer, ProjectServerStore } from '../../persistence/project-server-store.ts';
import type { McpServer } from '../../protocol/mcp/mcp.ts';
import type { ProjectServer } from '../../stores/mcp.ts';

export interface ProjectServerDependencies {
  store: ProjectServerStore;
  /** The open project; null: none that is kept. */
  project(): string | null;
  /** As the project's file names them now. */
  named(): readonly McpServer[];
  /** Names of the user's own servers, which no project takes over. */
  taken(): readonly string[];
}

/** Servers that a project's file names: none is used before the user has agreed to its exact text, in this project. */
export interface ProjectServers {
  list(): ProjectServer[];
  /** Those that are in use, with what the user says of their tools. */
  confirmed(): McpServer[];
  /** The user agrees to the server as it is shown; false: it is another one by now. */
  confirm(shown: McpServer): boolean;
  forget(name: string): void;
  /** Keeps what the user says of the tools of those in use. */
  keepVerdicts(servers: readonly McpServer[]): void;
}

/** Everything that the file says of it. */
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
