import { DRAWING_KEY } from '../../protocol/storage-keys.ts';
import { $chat, $drawnPlainly } from '../../stores/chat.ts';

export interface DrawingPorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Calls back when the page is about to go, as a page that has died does not. */
  onHidden(run: () => void): void;
  pause(milliseconds: number): Promise<void>;
}

/** A chat that was open for so long can be drawn. Milliseconds. */
const DRAWN_AFTER = 2_000;

/**
 * What is in a chat may end the page's process while it is drawn, which nothing in the page can catch, and would again at each opening. The
 * chat that is being drawn is noted where it outlives the page; one that is found there is shown as text. Returns what ends the watch.
 */
export function watchDrawing({ storage, onHidden, pause }: DrawingPorts): () => void {
  let drawing: symbol | null = null;
  const end = () => {
    if (drawing === null) return;
    drawing = null;
    attempt(() => storage.removeItem(DRAWING_KEY));
  };
  const begin = (chatId: string) => {
    const mine = Symbol(chatId);
    drawing = mine;
    attempt(() => storage.setItem(DRAWING_KEY, chatId));
    void pause(DRAWN_AFTER).then(() => drawing === mine && end());
  };
  let shown = $chat.get().chatId;
  const stopChat = $chat.subscribe(({ chatId }) => {
    if (chatId === shown) return;
    shown = chatId;
    end();
    $drawnPlainly.set(chatId !== null && attempt(() => storage.getItem(DRAWING_KEY)) === chatId ? chatId : null);
    if (chatId !== null) begin(chatId);
  });
  const stopPlain = $drawnPlainly.listen((plain) => {
    // The user wants it drawn after all.
    if (plain === null && shown !== null) begin(shown);
  });
  onHidden(end);
  return () => {
    stopChat();
    stopPlain();
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
