import type { ToolRegistry } from '../agent/contract/tool-definition.ts';
import type { ImageActions } from '../chat/images/image-service.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { OutboundService } from '../outbound/outbound-service.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { WorkbenchPorts } from './ports/workbench-ports.ts';
import type { Chats } from './start-chats.ts';
import type { Counting } from './start-counting.ts';
import type { StartedMcp } from './start-mcp.ts';
import type { StartedModels } from './start-models.ts';
import type { OpenProject } from './start-project.ts';
import type { Stores } from './storage/open-storage.ts';
import type { StorageReminder } from './storage/storage-reminder.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

/** The parts of the composition, by name, from which the actions are made. */
export interface WorkbenchServices {
  ports: Pick<WorkbenchPorts, 'request' | 'projects' | 'attention' | 'storage' | 'machines'>;
  stores: Pick<Stores, 'telemetry' | 'batches' | 'journal'>;
  open: OpenProject;
  reach: StartedModels;
  chats: Chats;
  settings: SettingsService;
  notices: NoticeService;
  counting: Counting;
  images: ImageActions;
  mcp: StartedMcp;
  outbound: OutboundService;
  /** The built-in tools, and those of MCP servers. */
  tools: ToolRegistry;
  reminder: StorageReminder;
  storage: WorkbenchActions['storage'];
  projects: WorkbenchActions['projects'];
}
