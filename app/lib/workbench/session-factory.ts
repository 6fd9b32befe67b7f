import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { Journal, SecretGuard, SettingsSource } from '../agent/contract/ports.ts';
import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import type { ToolPorts } from '../agent/contract/tool-ports.ts';
import { withImageContents } from '../agent/history/images/with-image-contents.ts';
import { createAgentSession } from '../agent/session/create-agent-session.ts';
import { browserClock, browserHasher, browserIds } from '../browser/browser-ports.ts';
import { createFileVersions } from '../chat/file-versions.ts';
import { createKeptOutputs } from '../chat/kept-outputs.ts';
import { createPromptContext } from '../chat/prompt-context.ts';
import { helpPages } from '../help/help-pages.ts';
import type { OutboundService } from '../outbound/outbound-service.ts';
import { createWebSearcher } from '../outbound/web-searcher.ts';
import type { ChatId } from '../protocol/ids.ts';
import { DEFAULT_PROJECT_ROOT } from '../runtime/to-workspace-path.ts';
import { $routines } from '../settings/config/project-routines.ts';
import type { ProjectConfigService } from '../settings/project-config-service.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import { $settings } from '../stores/settings.ts';
import { toolsWith } from '../tools/index.ts';
import { liveRegistry } from '../tools/live-registry.ts';
import { hostInUse } from './host-in-use.ts';
import type { WorkbenchPorts } from './ports/workbench-ports.ts';
import type { Counting } from './start-counting.ts';
import type { StartedModels } from './start-models.ts';
import { currentHooks, type OpenProject } from './start-project.ts';
import type { Stores } from './storage/open-storage.ts';

export interface SessionParts {
  ports: Pick<WorkbenchPorts, 'preview' | 'request'>;
  stores: Stores;
  open: OpenProject;
  reach: StartedModels;
  settings: SettingsService;
  counting: Counting;
  outbound: OutboundService;
  secrets: SecretGuard;
  mcpTools(): readonly ToolDefinition[];
}

/** Creates the agent's session of a chat, based on the chat's journal. */
export function sessionFactory({ ports, stores, open, reach, settings, counting, outbound, secrets, mcpTools }: SessionParts) {
  const { project, config, types, problems, mirror } = open;
  const { models } = reach;
  const workspace = project.workspace('agent');
  const shared: Partial<ToolPorts> = {
    ...(outbound.pages === null ? {} : { outside: outbound.pages }),
    ...(ports.preview === undefined ? {} : { preview: { ...ports.preview, isAvailable: () => hostInUse() !== 'stackblitz' } }),
    webSearch: createWebSearcher({
      model: models.activeModel,
      endpoint: () => $settings.get().searchEndpoint,
      pages: outbound.pages,
      request: ports.request,
    }),
    routines: $routines.get,
    help: helpPages,
  };
  const tools = liveRegistry(toolsWith(shared), mcpTools);
  return (chatId: ChatId, journal: Journal): AgentSession =>
    createAgentSession({
      chatId,
      ports: {
        clock: browserClock,
        ids: browserIds,
        hasher: browserHasher,
        journal,
        transport: withImageContents(
          reach.transportFor(() => chatId),
          stores.files.read,
        ),
        network: reach.network,
        workspace,
        problems: types === null ? problems : { list: problems.list, settled: types.settled, note: types.note },
        settings: tightened(settings, config),
        models,
        telemetry: counting.telemetry,
        spending: counting.spending,
        projectFiles: project,
        hooks: () => currentHooks(project, config),
        secrets,
        tools: {
          ...shared,
          versions: createFileVersions({ chatId, journal: stores.journal, store: stores.files, mirror }),
          outputs: createKeptOutputs({ ...stores, hasher: browserHasher }),
        },
      },
      tools,
      projectRoot: DEFAULT_PROJECT_ROOT,
      modelId: models.activeModelId,
      promptContext: createPromptContext(workspace, hostInUse, $routines.get),
    });
}

/** The user's settings, restricted by the project's, for the core. */
function tightened(settings: SettingsService, config: ProjectConfigService): SettingsSource {
  return { addRule: settings.addRule, noteRuleUse: settings.noteRuleUse, current: () => config.tighten(settings.current()) };
}
