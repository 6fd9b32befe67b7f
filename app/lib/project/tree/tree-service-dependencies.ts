import type { NoticeService } from '../../notices/notice-service.ts';
import type { ProjectBatches } from '../../persistence/project-batches.ts';
import type { ChatId } from '../../protocol/ids.ts';
import type { EditorService } from '../editor-service.ts';
import type { ProjectService } from '../project-service.ts';

export interface TreeServiceDependencies {
  project: Pick<ProjectService, 'versionsIn' | 'takeAll' | 'workspace' | 'bringIn'>;
  batches: Pick<ProjectBatches, 'appendAll'>;
  /** Without undo; true if it was done. */
  editor: Pick<EditorService, 'deletePath' | 'renamePath'>;
  notices: Pick<NoticeService, 'guard' | 'info' | 'error'>;
  /** The open chat; null if there is none. */
  openChatId(): ChatId | null;
}
