import type { AttentionActions } from '../attention/attention-service.ts';
import type { ApprovalActions } from '../chat/approval-service.ts';
import type { ChatActions } from '../chat/chat-service.ts';
import type { CheckpointActions } from '../chat/checkpoint-service.ts';
import type { CompactionActions } from '../chat/compaction-service.ts';
import type { ImageActions } from '../chat/images/image-service.ts';
import type { LockActions } from '../chat/lock-service.ts';
import type { MentionActions } from '../chat/mention-service.ts';
import type { PromptActions } from '../chat/prompts/enhance-prompt.ts';
import type { ReviewActions } from '../chat/review/review-service.ts';
import type { TabActions } from '../chat/tabs/project-tabs.ts';
import type { DiagnosticsActions } from '../diagnostics/diagnostics-service.ts';
import type { MachineActions } from '../machines/machine-service.ts';
import type { OwnComputerActions } from '../machines/own-computer/own-computer-service.ts';
import type { McpActions } from '../mcp/mcp-service.ts';
import type { ProjectMcpActions } from '../mcp/project/project-mcp.ts';
import type { NoticeActions } from '../notices/notice-service.ts';
import type { OfflineActions } from '../offline/offline-service.ts';
import type { OutboundActions } from '../outbound/outbound-service.ts';
import type { BeginningActions } from '../project/begin-project.ts';
import type { ProjectListActions } from '../project/catalog/project-catalog.ts';
import type { CloneActions } from '../project/clone/fetch-repository.ts';
import type { EditorActions } from '../project/editor-service.ts';
import type { ExportActions } from '../project/export/export-service.ts';
import type { FindActions } from '../project/find-service.ts';
import type { FormatActions } from '../project/format/format-service.ts';
import type { ImportActions } from '../project/import/import-service.ts';
import type { LocalFolderActions } from '../project/local-folder/local-folder-service.ts';
import type { ProjectActions } from '../project/project-service.ts';
import type { TreeActions } from '../project/tree/tree-service.ts';
import type { RuntimeActions } from '../runtime/runtime-service.ts';
import type { TerminalActions } from '../runtime/terminal-service.ts';
import type { SessionFileActions } from '../session-file/session-file-service.ts';
import type { ConnectionActions } from '../settings/connections-service.ts';
import type { ModelActions } from '../settings/models-service.ts';
import type { SettingsActions } from '../settings/settings-service.ts';
import type { SettingsTransferActions } from '../settings/settings-transfer.ts';
import type { TelemetryActions } from '../telemetry/telemetry-service.ts';
import type { TypesActions } from '../types-service/types-service.ts';
import type { CopyActions } from './actions/copy-actions.ts';
import type { StorageActions } from './storage/storage-actions.ts';

/**
 * All actions of the user, by area; each area's interface is next to its service. Components use the areas they need and read stores,
 * without rules of their own. No method rejects: a failure becomes a notice with its reason (`$notices`) or the session's notice (`$chat`).
 * Method names are unique across areas.
 */
export interface WorkbenchActions {
  readonly chat: ChatActions;
  readonly approvals: ApprovalActions;
  readonly mentions: MentionActions;
  readonly images: ImageActions;
  readonly projects: ProjectListActions & ImportActions & BeginningActions & CloneActions & LocalFolderActions;
  readonly prompts: PromptActions;
  readonly compaction: CompactionActions;
  readonly checkpoints: CheckpointActions & ReviewActions;
  readonly files: EditorActions & TreeActions & ExportActions & ProjectActions & LockActions & FindActions & FormatActions;
  readonly types: TypesActions;
  readonly sessions: SessionFileActions;
  readonly storage: StorageActions & OfflineActions;
  readonly terminals: TerminalActions;
  readonly tabs: TabActions;
  readonly runtime: RuntimeActions;
  readonly machines: MachineActions & OwnComputerActions & CopyActions;
  readonly outbound: OutboundActions;
  readonly mcp: McpActions & ProjectMcpActions;
  readonly models: ModelActions;
  readonly connections: ConnectionActions;
  readonly settings: SettingsActions & SettingsTransferActions;
  readonly diagnostics: DiagnosticsActions;
  readonly telemetry: TelemetryActions;
  readonly notices: NoticeActions & AttentionActions;
}
