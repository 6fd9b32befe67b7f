import { listenKeys } from 'nanostores';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { McpServer } from '../../protocol/mcp/mcp.ts';
import type { AppSettings } from '../../protocol/settings.ts';
import { $chat } from '../../stores/chat.ts';
import { $projectServers } from '../../stores/mcp.ts';
import { $projectConfig } from '../../stores/project-config.ts';
import { $settings } from '../../stores/settings.ts';
import type { McpActions } from '../mcp-service.ts';
import { createProjectServers, type ProjectServerDependencies, projectServerText } from './project-servers.ts';

/** The user's actions on servers that the open project configures. */
export interface ProjectMcpActions {
  /** Accepts the server as shown; it is used in this project from now on. */
  takeProjectServer(shown: McpServer): Promise<void>;
  /** Withdraws the consent: the user is asked again. */
  forgetProjectServer(name: string): Promise<void>;
}

interface ServerSettings {
  current(): Pick<AppSettings, 'mcpServers'>;
  updateSettings(patch: Pick<AppSettings, 'mcpServers'>): void;
}

export interface ProjectMcp {
  /** Stops following. */
  stop(): void;
  /** The user's servers and the accepted ones of the project, as one list. */
  settings: ServerSettings & { onChange(listener: () => void): void };
  /** `service`: the service that uses these `settings`. */
  actions(service: Pick<McpActions, 'confirmMcpCommand'>): ProjectMcpActions;
}

/** Follows the project's file and the open chat: `$projectServers` lists its servers and which of them are in use. */
export function createProjectMcp(
  store: ProjectServerDependencies['store'],
  user: ServerSettings,
  notices: Pick<NoticeService, 'error' | 'info' | 'guard'>,
): ProjectMcp {
  const servers = createProjectServers({
    store,
    project: () => $chat.get().chatId,
    named: () => $projectConfig.get().config.mcpServers,
    taken: () => user.current().mcpServers.map(({ name }) => name),
  });
  /** Configurations that were already announced since the page was loaded. */
  const announced = new Set<string>();
  const show = () => {
    const list = servers.list();
    if (JSON.stringify(list) !== JSON.stringify($projectServers.get())) $projectServers.set(list);
    for (const { status, server } of list) {
      const text = `${$chat.get().chatId} ${projectServerText(server)}`;
      if ((status !== 'new' && status !== 'changed') || announced.has(text)) continue;
      announced.add(text);
      const { name } = server;
      notices.info(
        status === 'new'
          ? t('This project names the MCP server {name}, which is not used yet. See Settings → MCP servers.', { name })
          : t('This project names the MCP server {name}, which has changed and is no longer used. See Settings → MCP servers.', { name }),
      );
    }
  };
  const following = [$projectConfig.listen(show), listenKeys($chat, ['chatId'], show), listenKeys($settings, ['mcpServers'], show)];
  show();
  return {
    stop() {
      for (const leave of following) leave();
    },
    settings: {
      current: () => ({ mcpServers: [...user.current().mcpServers, ...servers.confirmed()] }),
      updateSettings({ mcpServers }) {
        const inUse = new Set(servers.confirmed().map(({ name }) => name));
        servers.keepVerdicts(mcpServers.filter(({ name }) => inUse.has(name)));
        user.updateSettings({ mcpServers: mcpServers.filter(({ name }) => !inUse.has(name)) });
        show();
      },
      onChange(listener) {
        $settings.listen(listener);
        $projectServers.listen(listener);
      },
    },
    actions: (service) => ({
      takeProjectServer: async (shown) =>
        void (await notices.guard(t('The server is not used'), async () => {
          if (!servers.confirm(shown)) {
            notices.error(
              t('The project’s file says something else of {name} by now. Read it again, then agree to it.', { name: shown.name }),
            );
            return;
          }
          show();
          if (shown.transport === 'stdio') await service.confirmMcpCommand(shown.name, shown.command);
        })),
      forgetProjectServer: async (name) =>
        void (await notices.guard(t('The server is still used'), async () => {
          servers.forget(name);
          show();
        })),
    }),
  };
}
