import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { PreviewPages } from '../../agent/contract/tool-ports.ts';
import type { AttentionPorts } from '../../attention/attention-ports.ts';
import type { OpenBroadcast } from '../../browser/broadcast.ts';
import type { Shrinking, ToShrinkWorker } from '../../chat/images/shrink-messages.ts';
import type { FrameScheduler } from '../../frames/frame-scheduler.ts';
import type { CreateLocalWorker } from '../../local-models/local-workers.ts';
import type { HostStore } from '../../machines/hosts/host-store.ts';
import type { MachineStore } from '../../machines/machine-store.ts';
import type { OwnComputerKeyStore } from '../../machines/own-computer/own-computer-key.ts';
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

/** The workbench's dependencies, provided by the browser or a test. Time, ids and storage are those of the platform. */
export interface WorkbenchPorts {
  /** Name of the database for chats and files. */
  databaseName: string;
  /** The browser has discarded what earlier pages had stored. */
  isStorageDiscarded?: boolean;
  /** Sends requests to the app's own server. */
  request: typeof fetch;
  /** For models on the user's computer. */
  createLocalWorker: CreateLocalWorker;
  /** The page's global object, which may have the browser's own model. */
  scope: object;
  page: PageEvents;
  settings: SettingsStore;
  spending: SpendingStore;
  outbound: { store: OutboundHostStore; isAvailable: boolean; ownHosts: readonly string[] };
  locks: LockManager;
  /** A channel to the other tabs of this browser. */
  openBroadcast: OpenBroadcast;
  projects: ProjectPorts;
  /** Signs the user in to MCP servers. */
  createSignIn(store: McpStore): McpSignIn<OAuthClientProvider>;
  /** The user's approvals of servers that projects name. */
  projectServers: ProjectServerStore;
  boot(identity: ProjectIdentity): Promise<BootedRuntime>;
  machines: {
    store: MachineStore;
    hosts: HostStore;
    keys: OwnComputerKeyStore;
    /** Whether the page comes from this computer. */
    isLocalPage: boolean;
    /** Reaches this computer, which the page itself may not. */
    request: typeof fetch;
  };
  /** Absent if pages cannot be shown. */
  preview?: PreviewPages;
  storage: StorageFacts;
  offline: OfflineBrowser;
  /** Writes or reads a session file in a worker. */
  workOnSession(message: ToSessionWorker): Promise<FromSessionWorker>;
  schedule: FrameScheduler;
  createLiveScheduler(): FrameScheduler;
  /** Makes an image smaller, in a worker. */
  shrink(given: ToShrinkWorker): Promise<Shrinking>;
  /** `null` if memory cannot be shared with workers here. */
  createTypesWorker: (() => TypesWorker) | null;
  /** Whether the address names no chat. */
  isOnStartScreen: boolean;
  /** Absent if there is no user to notify. */
  attention?: AttentionPorts;
  /** Set if nobody is there to ask. `reachesHosts`: some hosts are allowed in advance. */
  unattended?: { reachesHosts: boolean };
}
