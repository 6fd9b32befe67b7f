import type { SecretGuard } from '../agent/contract/ports.ts';
import { enteredSecrets } from '../mcp/entered-secrets.ts';
import type { McpStore } from '../persistence/mcp-store.ts';
import type { McpServer } from '../protocol/mcp/mcp.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace } from '../runtime/types.ts';
import { createSecretGuard } from '../secrets/create-secret-guard.ts';
import { $files, type FileEntry } from '../stores/files.ts';

/**
 * The open project's secret files, and the secrets that this browser keeps for MCP servers. Keys of model providers are only on
 * the server, not in the page.
 */
export function createProjectSecrets(
  workspace: Workspace,
  store: Pick<McpStore, 'secrets'>,
  servers: () => readonly McpServer[],
): SecretGuard {
  let listed: { of: ReadonlyMap<string, FileEntry>; paths: string[] } | null = null;
  return createSecretGuard({
    paths() {
      const of = $files.get();
      if (listed?.of !== of) listed = { of, paths: [...of].flatMap(([path, { kind }]) => (kind === 'file' ? [path] : [])) };
      return listed.paths;
    },
    async read(path) {
      const place = toWorkspacePath(path);
      return place === null ? null : workspace.readFile(place);
    },
    entered: async () =>
      (await Promise.all(servers().map(async (server) => enteredSecrets(server, await store.secrets(server).catch(() => null))))).flat(),
  });
}
