import type { ProjectId } from '../../protocol/ids.ts';
import { type TabMessage, tabMessageSchema } from './tab-message.ts';

/** The tabs of this browser that have one project open. */
export interface TabChannel {
  tell(message: TabMessage): void;
  close(): void;
}

/** A channel to the other tabs that have opened it by its name; what one posts it does not get itself. */
export interface Broadcast {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  close(): void;
}
export type OpenBroadcast = (name: string) => Broadcast;

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
