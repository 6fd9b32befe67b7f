import { z } from 'zod';
import { mcpVerdictSchema } from '../protocol/mcp/mcp.ts';
import { PROJECT_SERVERS_KEY } from '../protocol/storage-keys.ts';

/** Above this number the oldest are dropped, and the user is asked again. */
const MOST_PROJECTS = 200;

/** The user's agreement to one server that a project configures. `text`: its complete configuration at that time. */
const confirmedServerSchema = z.object({ text: z.string(), verdicts: z.record(z.string(), mcpVerdictSchema) });
const confirmedServersSchema = z.record(z.string(), confirmedServerSchema);
export type ConfirmedServer = z.infer<typeof confirmedServerSchema>;
/** By the server's name. */
export type ConfirmedServers = ReadonlyMap<string, ConfirmedServer>;

export interface ProjectServerStore {
  /** Confirmations of one project. Unreadable ones count as absent: the user is asked again. */
  load(project: string): ConfirmedServers;
  /** Throws a DOMException if the browser refuses. */
  save(project: string, servers: ConfirmedServers): void;
}

export function createProjectServerStore(storage: Storage): ProjectServerStore {
  const all = (): [string, z.infer<typeof confirmedServersSchema>][] => {
    try {
      return Object.entries(z.record(z.string(), confirmedServersSchema).parse(JSON.parse(storage.getItem(PROJECT_SERVERS_KEY) ?? '{}')));
    } catch {
      return [];
    }
  };
  return {
    load: (project) => new Map(Object.entries(all().find(([name]) => name === project)?.[1] ?? {})),
    save(project, servers) {
      const others = all().filter(([name]) => name !== project);
      const own = servers.size === 0 ? [] : [[project, Object.fromEntries(servers)] as const];
      storage.setItem(PROJECT_SERVERS_KEY, JSON.stringify(Object.fromEntries([...others, ...own].slice(-MOST_PROJECTS))));
    },
  };
}
