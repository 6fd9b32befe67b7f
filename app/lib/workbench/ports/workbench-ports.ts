import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { PreviewPages } from '../../agent/contract/tool-ports.ts';
import type { AttentionPorts } from '../../attention/attention-ports.ts';
import type { OpenBroadcast } from '../../browser/broadcast.ts';
import type { Shrinking, ToShrinkWorker } from '../../chat/images/shrink-messages.ts';
import type { FrameScheduler } from '../../frames/frame-scheduler.ts';
import type { CreateLocalWorker } from '../../local-models/local-workers.ts';
import type { McpSignIn } from '../../mcp/mcp-service.ts';
import type { McpStore } from '../../persistence/mcp-store.ts';
import type { OutboundHostStore } from '../../persistence/outbound-host-store.ts';
import type { ProjectServerStore } from '../../persistence/project-server-store.ts';
import type { SettingsStore } from '../../persistence/settings-store.ts';
import type { ProjectIdentity } from '../../project/project-identity.ts';
import type { BootedRuntime } from '../../runtime/webcontainer.ts';
import type { FromSessionWorker, ToSessionWorker } from '../../session-file/session-file-messages.ts';
import type { SpendingStore } from '../../telemetry/spending-store.ts';
import type { TypesWorker } from '../../types-service/types-client.ts';
import type { OfflineBrowser } from '../offline/browser-offline.ts';
import type { StorageFacts } from '../storage/storage-reminder.ts';
import type { PageEvents } from './page-events.ts';
import type { ProjectPorts } from './project-ports.ts';

/** What the workbench needs of its surroundings: the browser's, or a test's own. Time, ids and storage are those of the platform. */
export interface WorkbenchPorts {
  /** Where chats and files are kept. */
  databaseName: string;
  /** To the app's own server. */
  request: typeof fetch;
  /** Of models on the user's computer. */
  createLocalWorker: CreateLocalWorker;
  /** What holds the page's globals: a browser's own model is one. */
  scope: object;
  page: PageEvents;
  settings: SettingsStore;
  spending: SpendingStore;
  outbound: { store: OutboundHostStore; isAvailable: boolean; ownHosts: readonly string[] };
  locks: LockManager;
  /** To the other tabs of this browser. */
  openBroadcast: OpenBroadcast;
  projects: ProjectPorts;
  /** Signs the user in to servers of tools. */
  createSignIn(store: McpStore): McpSignIn<OAuthClientProvider>;
  /** What of the servers that projects name the user has agreed to. */
  projectServers: ProjectServerStore;
  boot(identity: ProjectIdentity): Promise<BootedRuntime>;
  /** Absent where no page can be shown. */
  preview?: PreviewPages;
  storage: StorageFacts;
  offline: OfflineBrowser;
  /** Writes or reads a session file, away from the page. */
  workOnSession(message: ToSessionWorker): Promise<FromSessionWorker>;
  schedule: FrameScheduler;
  createLiveScheduler(): FrameScheduler;
  /** Makes an image smaller, away from the page. */
  shrink(given: ToShrinkWorker): Promise<Shrinking>;
  /** null: no memory is shared with workers here. */
  createTypesWorker: (() => TypesWorker) | null;
  /** No chat is named in the address. */
  isOnStartScreen: boolean;
  /** Absent where nobody is to be called back to the page. */
  attention?: AttentionPorts;
}
