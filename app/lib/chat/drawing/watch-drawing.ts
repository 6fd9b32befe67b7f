import type { ChatId } from '../../protocol/ids.ts';
import { DRAWING_KEY } from '../../protocol/storage-keys.ts';
import { $chat, $drawnPlainly } from '../../stores/chat.ts';

export interface DrawingPorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** The browser releases a page's locks when its process dies. */
  locks: Pick<LockManager, 'request' | 'query'>;
  /** Calls back when the page is hidden, which does not happen if it crashes. */
  onHidden(run: () => void): void;
  pause(milliseconds: number): Promise<void>;
}

/** A chat that has been open this long was drawn successfully. In milliseconds. */
const DRAWN_AFTER = 2_000;

const keyOf = (chatId: ChatId) => `${DRAWING_KEY}:${chatId}`;

/**
 * Drawing a chat may crash the page's process, which the page cannot catch and which would happen again at each opening.
 * Therefore the chat being drawn is noted in storage. If the note is still there at the next opening, the chat is shown as plain
 * text until the user asks for more, or until another live page turns out to be drawing it. Returns a function that ends the
 * watch.
 */
export function watchDrawing({ storage, locks, onHidden, pause }: DrawingPorts): () => void {
  let drawing: { chatId: ChatId; page: string; letGo(): void } | null = null;
  const end = () => {
    if (drawing === null) return;
    const { chatId, page, letGo } = drawing;
    drawing = null;
    // If another page has started to render it since, the note belongs to that page.
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
    // The user wants it drawn anyway.
    if (plain === null && shown !== null && before === shown) begin(shown);
  });
  onHidden(end);
  return () => {
    stopChat();
    stopPlain();
    drawing?.letGo();
  };
}

/** Without storage, nothing is noted. */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
