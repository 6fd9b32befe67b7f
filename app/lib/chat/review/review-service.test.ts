import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChatId } from '../../protocol/ids.ts';
import { $commentToShow, $reviewComments } from '../../stores/window.ts';
import { createReviewService } from './review-service.ts';

const chat = 'chat-1' as ChatId;
const quote = { start: 2, newStart: 2, rows: [{ sign: '+' as const, text: 'new' }], above: null, below: null };

beforeEach(() => {
  $reviewComments.set([]);
  $commentToShow.set(null);
});
afterEach(() => $reviewComments.set([]));

function serviceOver(sendKept: (text: string) => Promise<boolean> = async () => true) {
  const offered: { message: string; undo: () => void }[] = [];
  const sent: string[] = [];
  let serial = 0;
  const open = { chatId: chat };
  const service = createReviewService({
    session: () => open,
    chat: {
      withoutSecrets: async () => (text) => text.replaceAll('s3cret', '[secret]'),
      sendKept(text) {
        sent.push(text);
        return sendKept(text);
      },
    },
    notices: { info: (message, action) => offered.push({ message, undo: action?.run ?? (() => expect.unreachable()) }) },
    clock: { now: () => 7 },
    ids: { next: () => `comment-${++serial}` },
  });
  const write = (text: string, path = 'a.ts') => {
    service.beginComment(path, { ...quote, start: serial });
    const id = $commentToShow.get()?.id ?? expect.unreachable();
    service.typeComment(id, text);
    service.keepComment(id);
    return id;
  };
  return { service, offered, sent, open, write };
}
const texts = () => $reviewComments.get().map(({ text, typed }) => [text, typed]);

test('a comment is written, changed and deleted, and each of these can be taken back', () => {
  const { service, offered, write } = serviceOver();
  const id = write('  Why?  ');
  expect(texts()).toEqual([['Why?', null]]);
  service.editComment(id);
  service.typeComment(id, 'Why so?');
  service.cancelComment(id);
  expect(texts()).toEqual([['Why?', null]]);
  offered.at(-1)?.undo();
  expect(texts()).toEqual([['Why?', 'Why so?']]);
  service.keepComment(id);
  service.deleteComment(id);
  expect(texts()).toEqual([]);
  offered.at(-1)?.undo();
  expect(texts()).toEqual([['Why so?', null]]);
  expect(offered.map(({ message }) => message)).toEqual(['The comment was not changed.', 'Deleted the comment.']);
});

test('a form is opened once for the same lines; one that is left empty leaves nothing, one with words can come back', () => {
  const { service, offered } = serviceOver();
  service.beginComment('a.ts', quote);
  service.beginComment('a.ts', quote);
  expect(texts()).toEqual([['', '']]);
  const [{ id } = expect.unreachable()] = $reviewComments.get();
  service.keepComment(id);
  expect(texts()).toEqual([['', '']]);
  service.cancelComment(id);
  expect([texts(), offered]).toEqual([[], []]);
  service.beginComment('a.ts', quote);
  service.typeComment('comment-2', 'Half a th');
  service.cancelComment('comment-2');
  offered.at(-1)?.undo();
  expect(texts()).toEqual([['', 'Half a th']]);
});

test('what has been taken is marked as sent and can be cleared; what has not stays as it was', async () => {
  let isTaken = false;
  const { service, sent, offered, write } = serviceOver(async () => isTaken);
  const ids = [write('One'), write('Two', 'b.ts')];
  write('Three');
  await service.sendComments(ids, (masked) => masked('the s3cret message'));
  expect($reviewComments.get().map(({ sentAt }) => sentAt)).toEqual([null, null, null]);
  isTaken = true;
  await Promise.all([
    service.sendComments(ids, (masked) => masked('the s3cret message')),
    service.sendComments(ids, (masked) => masked('the s3cret message')),
  ]);
  expect(sent).toEqual(['the [secret] message', 'the [secret] message']);
  expect($reviewComments.get().map(({ sentAt }) => sentAt)).toEqual([7, 7, null]);
  service.clearSentComments();
  expect(texts()).toEqual([['Three', null]]);
  expect(offered.at(-1)?.message).toBe('Cleared 2 sent comments.');
  offered.at(-1)?.undo();
  expect($reviewComments.get()).toHaveLength(3);
});

test('each chat has its own: those of another one are left alone', () => {
  const { service, open, write } = serviceOver();
  write('Of the first');
  $reviewComments.set($reviewComments.get().map((comment) => ({ ...comment, sentAt: 1 })));
  open.chatId = 'chat-2' as ChatId;
  service.clearSentComments();
  expect($reviewComments.get()).toHaveLength(1);
  write('Of the second');
  expect($reviewComments.get().map(({ chatId }) => chatId)).toEqual([chat, 'chat-2']);
});
