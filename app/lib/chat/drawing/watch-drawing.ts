import type { ChatId } from '../../protocol/ids.ts';
import { DRAWING_KEY } from '../../protocol/storage-keys.ts';
import { $chat, $drawnPlainly } from '../../stores/chat.ts';

export interface DrawingPorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** The browser takes a page's locks from it when its process dies. */
  locks: Pick<LockManager, 'request' | 'query'>;
  /** Calls back when the page is about to go, as a page that has died does not. */
  onHidden(run: () => void): void;
  pause(milliseconds: number): Promise<void>;
}

/** A chat that was open for so long can be drawn. Milliseconds. */
const DRAWN_AFTER = 2_000;

const keyOf = (chatId: ChatId) => `${DRAWING_KEY}:${chatId}`;

/**
 * Drawing a chat may end the page's process, which nothing in the page can catch, and would again at each opening. The
 * chat that is being drawn is noted where it outlives the page; one that is found there is shown as text until the user wants it drawn, or
 * until it turns out that another page of this browser is drawing it and lives. Returns what ends the watch.
 */
export function watchDrawing({ storage, locks, onHidden, pause }: DrawingPorts): () => void {
  let drawing: { chatId: ChatId; page: string; letGo(): void } | null = null;
  const end = () => {
    if (drawing === null) return;
    const { chatId, page, letGo } = drawing;
    drawing = null;
    // Another page may have begun to draw it in the meantime: that note is not this one's.
    attempt(() => storage.getItem(keyOf(chatId)) === page && storage.removeItem(keyOf(chatId)));
    letGo();
  };
  const begin = (chatId: ChatId) => {
    const mine = { chatId, page: crypto.randomUUID(), letGo: (): void => undefined };
    drawing = mine;
    attempt(() => storage.setItem(keyOf(chatId), mine.page));
    const held = new Promise<void>((letGo) => {
      mine.letGo = letGo;
    });
    void locks.request(keyOf(chatId), { mode: 'shared' }, () => held).catch(() => undefined);
    void pause(DRAWN_AFTER).then(() => drawing === mine && end());
  };
  const drawWhatLives = async (chatId: ChatId) => {
    const { held = [] } = await locks.query();
    if ($drawnPlainly.get() === chatId && held.some(({ name }) => name === keyOf(chatId))) $drawnPlainly.set(null);
  };
  let shown = $chat.get().chatId;
  const stopChat = $chat.subscribe(({ chatId }) => {
    if (chatId === shown) return;
    shown = chatId;
    end();
    const isNoted = chatId !== null && attempt(() => storage.getItem(keyOf(chatId))) !== null;
    $drawnPlainly.set(isNoted ? chatId : null);
    if (isNoted) void drawWhatLives(chatId).catch(() => undefined);
    else if (chatId !== null) begin(chatId);
  });
  const stopPlain = $drawnPlainly.listen((plain, before) => {
    // The user wants it drawn after all.
    if (plain === null && shown !== null && before === shown) begin(shown);
  });
  onHidden(end);
  return () => {
    stopChat();
    stopPlain();
    drawing?.letGo();
  };
}

/** Without storage nothing is noted. */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
