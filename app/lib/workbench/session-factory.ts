import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { Journal, SecretGuard, SettingsSource } from '../agent/contract/ports.ts';
import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import type { KeptOutputs, ToolPorts } from '../agent/contract/tool-ports.ts';
import { withImageContents } from '../agent/history/images/with-image-contents.ts';
import { createAgentSession } from '../agent/session/create-agent-session.ts';
import { browserClock, browserHasher, browserIds } from '../browser/browser-ports.ts';
import { createFileVersions } from '../chat/file-versions.ts';
import { createPromptContext } from '../chat/prompt-context.ts';
import { helpPages } from '../help/help-pages.ts';
import type { OutboundService } from '../outbound/outbound-service.ts';
import { createWebSearcher } from '../outbound/web-searcher.ts';
import type { ChatId } from '../protocol/ids.ts';
import type { ProjectPlace } from '../runtime/types.ts';
import { $routines } from '../settings/config/project-routines.ts';
import type { ProjectConfigService } from '../settings/project-config-service.ts';
import { ruleMadeAt, settingsAt } from '../settings/settings-at.ts';
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
  ports: Pick<WorkbenchPorts, 'preview' | 'request' | 'unattended'>;
  stores: Stores;
  open: OpenProject;
  reach: StartedModels;
  settings: SettingsService;
  counting: Counting;
  outbound: OutboundService;
  secrets: SecretGuard;
  outputs: KeptOutputs;
  mcpTools(): readonly ToolDefinition[];
}

/** Creates the agent's session of a chat, based on the chat's journal. */
export function sessionFactory({ ports, stores, open, reach, settings, counting, outbound, secrets, outputs, mcpTools }: SessionParts) {
  const { project, config, types, problems, mirror } = open;
  const { models } = reach;
  const workspace = project.workspace('agent');
  const shared: Partial<ToolPorts> = {
    webSearch: createWebSearcher({
      model: models.activeModel,
      endpoint: () => $settings.get().searchEndpoint,
      pages: outbound.pages,
      request: ports.request,
    }),
    routines: $routines.get,
    help: helpPages,
  };
  // The names of the ports that only some pages have are absent on the others, not undefined.
  if (outbound.pages !== null && ports.unattended?.reachesHosts !== false) shared.outside = outbound.pages;
  if (ports.preview !== undefined) {
    const { ports: servers, look } = ports.preview;
    shared.preview = { ports: servers, look, isAvailable: () => hostInUse() !== 'stackblitz' && project.place() === null };
  }
  const tools = liveRegistry(toolsWith(shared, { hasUser: ports.unattended === undefined }), mcpTools);
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
        problems: types === null ? problems : { list: problems.list, checked: problems.checked, settled: types.settled, note: types.note },
        settings: settingsInForce(settings, config, workspace),
        models,
        telemetry: counting.telemetry,
        spending: counting.spending,
        projectFiles: project,
        hooks: () => currentHooks(project, config),
        secrets,
        tools: {
          ...shared,
          versions: createFileVersions({ chatId, journal: stores.journal, store: stores.files, mirror }),
          outputs,
        },
      },
      tools,
      modelId: models.activeModelId,
      promptContext: createPromptContext(workspace, hostInUse, $routines.get),
    });
}

/** The user's settings for the project's place, restricted by the project's own, for the core. */
function settingsInForce(settings: SettingsService, config: ProjectConfigService, place: Pick<ProjectPlace, 'machine'>): SettingsSource {
  return {
    addRule: (rule) => settings.addRule(ruleMadeAt(rule, place.machine())),
    noteRuleUse: settings.noteRuleUse,
    current: () => config.tighten(settingsAt(settings.current(), place.machine())),
  };
}
