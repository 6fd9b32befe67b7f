import { boundedValue } from '../i18n/bounded-value.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { $announcement, $notices, type AppNotice } from '../stores/workbench.ts';

/** The user's actions on notices. */
export interface NoticeActions {
  dismissNotice(id: number): void;
}

export interface NoticeService {
  // `error` and `info` return the notice's id, for `dismiss`.
  error(message: string, action?: AppNotice['action']): number;
  info(message: string, action?: AppNotice['action']): number;
  dismiss(id: number): void;
  /**
   * Runs the work and returns its result. If it throws, returns null and shows a notice that begins with `what` ("The file was not saved").
   */
  guard<T>(what: string, work: () => Promise<T>): Promise<T | null>;
}

export function createNoticeService(): NoticeService {
  let nextId = 1;
  const add = (level: AppNotice['level'], text: string, action: AppNotice['action']): number => {
    const message = boundedValue(text);
    const notice: AppNotice = { id: nextId++, level, message, ...(action === undefined ? {} : { action }) };
    $notices.set([...$notices.get(), notice]);
    $announcement.set(message);
    return notice.id;
  };
  return {
    error: (message, action) => add('error', message, action),
    info: (message, action) => add('info', message, action),
    dismiss: (id) => $notices.set($notices.get().filter((notice) => notice.id !== id)),
    async guard(what, work) {
      try {
        return await work();
      } catch (error) {
        add('error', `${what}: ${errorMessage(error)}`, undefined);
        return null;
      }
    },
  };
}
