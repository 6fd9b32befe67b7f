import { z } from 'zod';
import { mcpVerdictSchema } from '../protocol/mcp/mcp.ts';
import { PROJECT_SERVERS_KEY } from '../protocol/storage-keys.ts';

/** Beyond these the oldest go, and are asked about again. */
const MOST_PROJECTS = 200;

/** What the user has agreed to of one server that a project names. `text`: what it was, whole. */
const confirmedServerSchema = z.object({ text: z.string(), verdicts: z.record(z.string(), mcpVerdictSchema) });
const confirmedServersSchema = z.record(z.string(), confirmedServerSchema);
export type ConfirmedServer = z.infer<typeof confirmedServerSchema>;
/** By the server's name. */
export type ConfirmedServers = ReadonlyMap<string, ConfirmedServer>;

export interface ProjectServerStore {
  /** Of one project. What cannot be read is nothing: then it is asked again. */
  load(project: string): ConfirmedServers;
  /** Throws a DOMException when the browser refuses. */
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
