import type { OpenBroadcast } from '../../browser/broadcast.ts';
import type { ProjectId } from '../../protocol/ids.ts';
import { type TabMessage, tabMessageSchema } from './tab-message.ts';

/** Connects the tabs of this browser that have the same project open. */
export interface TabChannel {
  tell(message: TabMessage): void;
  close(): void;
}

export function openTabChannel(open: OpenBroadcast, projectId: ProjectId, onMessage: (message: TabMessage) => void): TabChannel {
  const broadcast = open(`devonz-project-${projectId}`);
  broadcast.onMessage((data) => {
    const { data: message } = tabMessageSchema.safeParse(data);
    if (message !== undefined) onMessage(message);
  });
  let isClosed = false;
  return {
    tell(message) {
      if (!isClosed) broadcast.post(message);
    },
    close() {
      isClosed = true;
      broadcast.close();
    },
  };
}
