/** One tab writes a chat at a time: a second writer would run commands and approvals twice. */
export interface ChatLock {
  /** Takes the chat for this tab and lets go of the one before; false when another tab holds it. */
  take(chatId: string): Promise<boolean>;
  release(): void;
}

export function createChatLock(locks: LockManager): ChatLock {
  let letGo: (() => void) | null = null;
  const release = () => {
    letGo?.();
    letGo = null;
  };
  return {
    release,
    take(chatId) {
      release();
      return new Promise((resolve) => {
        void locks.request(`devonz-chat-${chatId}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          if (lock === null) return undefined;
          return new Promise<void>((done) => {
            letGo = done;
          });
        });
      });
    },
  };
}
