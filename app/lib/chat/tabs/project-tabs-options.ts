import type { Clock } from '../../agent/contract/ports.ts';
import type { OpenBroadcast } from '../../browser/broadcast.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { ProjectService } from '../../project/project-service.ts';
import type { CurrentChat } from '../current-chat.ts';
import type { ProjectLock } from '../project-lock.ts';
import type { SharedJournal } from './shared-journal.ts';

export interface ProjectTabsOptions {
  tabId: string;
  lock: ProjectLock;
  journal: SharedJournal;
  openBroadcast: OpenBroadcast;
  current: CurrentChat;
  project: Pick<ProjectService, 'follow' | 'noteFollowed' | 'markRunStart' | 'recorded'>;
  notices: Pick<NoticeService, 'info' | 'guard'>;
  clock: Pick<Clock, 'now' | 'after' | 'sleep'>;
}
