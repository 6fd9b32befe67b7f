import type { Clock, IdSource } from '../../agent/contract/ports.ts';
import { plural } from '../../i18n/plural.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { ChatId } from '../../protocol/ids.ts';
import type { DiffQuote, ReviewComment } from '../../protocol/review/review-comment.ts';
import type { QueuedWhen } from '../../protocol/session-state.ts';
import { $commentToShow, $reviewComments } from '../../stores/window.ts';
import type { ChatService } from '../chat-service.ts';

/** The user's actions on comments on changes (`$reviewComments`). Nothing leaves the page before the user sends the comments. */
export interface ReviewActions {
  /** Opens and shows a form for a comment on these lines; if one is already open for them, shows that. */
  beginComment(path: string, quote: DiffQuote): void;
  /** Saves the form's text as it is typed. */
  typeComment(id: string, typed: string): void;
  /** Saves the form's text as the comment. */
  keepComment(id: string): void;
  editComment(id: string): void;
  /** Closes the form and discards the edit, which can be restored. */
  cancelComment(id: string): void;
  /** Can be undone, like `clearSentComments`. */
  deleteComment(id: string): void;
  /** Deletes the sent comments of the open chat. */
  clearSentComments(): void;
  /**
   * Sends one message made of the comments. They are marked as sent once it is accepted; otherwise they stay as they are.
   * `masked`: applied to file lines in the message.
   */
  sendComments(ids: readonly string[], message: (masked: (text: string) => string) => string, when?: QueuedWhen): Promise<void>;
}

export interface ReviewServiceOptions {
  /** The open chat. */
  session(): { chatId: ChatId } | null;
  chat: Pick<ChatService, 'sendKept' | 'withoutSecrets'>;
  notices: Pick<NoticeService, 'info'>;
  clock: Pick<Clock, 'now'>;
  ids: IdSource;
}

export function createReviewService({ session, chat, notices, clock, ids }: ReviewServiceOptions): ReviewActions {
  let isSending = false;
  const change = (id: string, changed: (comment: ReviewComment) => ReviewComment | null) =>
    $reviewComments.set($reviewComments.get().flatMap((each) => (each.id === id ? (changed(each) ?? []) : [each])));
  const remove = (isGone: (comment: ReviewComment) => boolean, message: (count: number) => string) => {
    const gone = $reviewComments.get().filter(isGone);
    if (gone.length === 0) return;
    $reviewComments.set($reviewComments.get().filter((each) => !gone.includes(each)));
    notices.info(message(gone.length), { label: t('Undo'), run: () => bringBack(gone) });
  };
  const bringBack = (gone: readonly ReviewComment[]) => {
    const now = $reviewComments.get();
    const isHere = (comment: ReviewComment) => now.some(({ id }) => id === comment.id);
    // Comments of another chat are not restored, because they refer to its project.
    if (gone.some(({ chatId }) => chatId === session()?.chatId)) $reviewComments.set([...now, ...gone.filter((each) => !isHere(each))]);
  };
  const isOfChat = ({ chatId }: ReviewComment) => chatId === session()?.chatId;
  return {
    beginComment(path, quote) {
      const chatId = session()?.chatId;
      if (chatId === undefined) return;
      const isOpen = (each: ReviewComment) => isOfChat(each) && each.path === path && each.text === '' && isSameQuote(each.quote, quote);
      const known = $reviewComments.get().find(isOpen);
      const comment = known ?? { id: ids.next(), chatId, path, quote, text: '', typed: '', sentAt: null };
      if (known === undefined) $reviewComments.set([...$reviewComments.get(), comment]);
      $commentToShow.set({ id: comment.id });
    },
    typeComment: (id, typed) => change(id, (comment) => ({ ...comment, typed })),
    keepComment(id) {
      change(id, (comment) => {
        const text = comment.typed?.trim() ?? '';
        return text === '' ? comment : { ...comment, text, typed: null };
      });
      $commentToShow.set({ id });
    },
    editComment(id) {
      change(id, (comment) => ({ ...comment, typed: comment.text }));
      $commentToShow.set({ id });
    },
    cancelComment(id) {
      const comment = $reviewComments.get().find((each) => each.id === id);
      if (comment === undefined) return;
      const typed = comment.typed?.trim() ?? '';
      change(id, (each) => (each.text === '' ? null : { ...each, typed: null }));
      if (typed === comment.text) return;
      const reopen = () => (comment.text === '' ? bringBack([comment]) : change(id, (each) => ({ ...each, typed: comment.typed })));
      notices.info(comment.text === '' ? t('The comment was not added.') : t('The comment was not changed.'), {
        label: t('Undo'),
        run: reopen,
      });
    },
    deleteComment: (id) =>
      remove(
        (each) => each.id === id,
        () => t('Deleted the comment.'),
      ),
    clearSentComments: () =>
      remove(
        (each) => isOfChat(each) && each.sentAt !== null,
        (count) => plural(count, { one: 'Cleared a sent comment.', other: 'Cleared {count} sent comments.' }),
      ),
    async sendComments(given, message, when) {
      // A second click while sending does nothing.
      if (isSending) return;
      isSending = true;
      const send = async () => chat.sendKept(message(await chat.withoutSecrets()), when);
      const isSent = await send().finally(() => {
        isSending = false;
      });
      if (!isSent) return;
      const sentAt = clock.now();
      $reviewComments.set($reviewComments.get().map((each) => (given.includes(each.id) ? { ...each, sentAt } : each)));
    },
  };
}

function isSameQuote(one: DiffQuote, other: DiffQuote): boolean {
  return one.start === other.start && one.newStart === other.newStart && one.rows.length === other.rows.length;
}
