/** Limit in characters that are written to the screen but not rendered yet; the rest waits. The screen itself throws at 50 million. */
const MOST_UNDRAWN = 2_000_000;
/** Characters kept from the end of the waiting output, because nobody reads a million lines a second. */
const KEPT_TAIL = 200_000;

export interface Screen {
  /** Calls back when the text has been rendered. */
  write(text: string, onDrawn: () => void): void;
}

/** Writes output to a screen as fast as it renders; output beyond that is dropped, with a note. */
export function createScreenWriter(screen: Screen): (chunk: string) => void {
  let undrawn = 0;
  let waiting = '';
  let leftOut = 0;
  const write = (text: string) => {
    undrawn += text.length;
    screen.write(text, () => {
      undrawn -= text.length;
      if (waiting !== '' && undrawn <= MOST_UNDRAWN / 2) flush();
    });
  };
  const flush = () => {
    const note = leftOut === 0 ? '' : `\x1b[0m\r\n[… ${leftOut} characters came too fast to be shown …]\r\n`;
    const text = note + waiting;
    waiting = '';
    leftOut = 0;
    write(text);
  };
  return (chunk) => {
    if (waiting === '' && undrawn <= MOST_UNDRAWN) {
      write(chunk);
      return;
    }
    const all = waiting + chunk;
    waiting = all.slice(-KEPT_TAIL);
    leftOut += all.length - waiting.length;
  };
}
