import type { Key } from '../builtins/readline/keypress-events.ts';
import type { LineInterface } from '../builtins/readline/line-interface.ts';
import { complete } from './readline/complete-line.ts';
import {
  deleteLeft,
  deleteLineLeft,
  deleteLineRight,
  deleteRight,
  deleteWordLeft,
  deleteWordRight,
  insert,
  lengthAfter,
  lengthBefore,
  redo,
  undo,
  wordLeft,
  wordRight,
  yank,
  yankNext,
} from './readline/edit-line.ts';
import { addHistory, historyNext, historyPrevious } from './readline/line-history.ts';
import { clearLine, displayPosition, move, refresh, screen } from './readline/show-line.ts';

type Action = (lines: LineInterface) => void;

function endLine(lines: LineInterface): void {
  const line = lines._addHistory();
  lines._undoStack.length = 0;
  lines._redoStack.length = 0;
  clearLine(lines);
  lines._onLine(line);
}

function interrupt(lines: LineInterface): void {
  if (lines.listenerCount('SIGINT') > 0) lines.emit('SIGINT');
  else lines.close();
}

function deleteOrClose(lines: LineInterface): void {
  if (lines.cursor === 0 && lines.line.length === 0) lines.close();
  else if (lines.cursor < lines.line.length) lines._deleteRight();
}

function clearScreen(lines: LineInterface): void {
  lines.output?.write(screen.to(0, 0));
  lines.output?.write(screen.clearBelow);
  lines._refreshLine();
}

const toStart: Action = (lines) => lines._moveCursor(Number.NEGATIVE_INFINITY);
const toEnd: Action = (lines) => lines._moveCursor(Number.POSITIVE_INFINITY);
const left: Action = (lines) => lines._moveCursor(-lengthBefore(lines));
const right: Action = (lines) => lines._moveCursor(lengthAfter(lines));

const withControl = new Map<string, Action>([
  ['c', interrupt],
  ['h', (lines) => lines._deleteLeft()],
  ['d', deleteOrClose],
  ['u', (lines) => lines._deleteLineLeft()],
  ['k', (lines) => lines._deleteLineRight()],
  ['a', toStart],
  ['e', toEnd],
  ['b', left],
  ['f', right],
  ['l', clearScreen],
  ['n', (lines) => lines._historyNext()],
  ['p', (lines) => lines._historyPrev()],
  ['y', yank],
  ['w', (lines) => lines._deleteWordLeft()],
  ['backspace', (lines) => lines._deleteWordLeft()],
  ['delete', (lines) => lines._deleteWordRight()],
  ['left', (lines) => lines._wordLeft()],
  ['right', (lines) => lines._wordRight()],
]);

const withMeta = new Map<string, Action>([
  ['b', (lines) => lines._wordLeft()],
  ['f', (lines) => lines._wordRight()],
  ['d', (lines) => lines._deleteWordRight()],
  ['delete', (lines) => lines._deleteWordRight()],
  ['backspace', (lines) => lines._deleteWordLeft()],
  ['y', yankNext],
]);

const plain = new Map<string, Action>([
  ['backspace', (lines) => lines._deleteLeft()],
  ['delete', (lines) => lines._deleteRight()],
  ['left', left],
  ['right', right],
  ['home', toStart],
  ['end', toEnd],
  ['up', (lines) => lines._historyPrev()],
  ['down', (lines) => lines._historyNext()],
]);

function pressPlain(lines: LineInterface, text: string | undefined, key: Partial<Key>, previous: Key | null): void {
  if (lines._sawReturnAt !== 0 && key.name !== 'enter') lines._sawReturnAt = 0;
  if (key.name === 'return') {
    lines._sawReturnAt = Date.now();
    lines._line();
    return;
  }
  if (key.name === 'enter') {
    // A `\n` soon after a `\r` is the second half of `\r\n`.
    if (lines._sawReturnAt === 0 || Date.now() - lines._sawReturnAt > lines.crlfDelay) lines._line();
    lines._sawReturnAt = 0;
    return;
  }
  const action = plain.get(key.name ?? '');
  if (action !== undefined) {
    action(lines);
    return;
  }
  if (key.name === 'tab' && typeof lines.completer === 'function' && lines.isCompletionEnabled) {
    lines._tabComplete(previous?.name === 'tab');
    return;
  }
  if (typeof text !== 'string' || text === '') return;
  text.split(/\r\n|\n|\r(?!\n)/).forEach((line, index) => {
    if (index > 0) lines._line();
    lines._insertString(line);
  });
}

/** Up and down search the history for entries that begin with the typed text. */
function noteSearch(lines: LineInterface, key: Partial<Key>): void {
  if ((key.name === 'up' || key.name === 'down') && !key.ctrl && !key.meta && !key.shift) {
    lines._substringSearch ??= lines.line.slice(0, lines.cursor);
  } else if (lines._substringSearch !== null) {
    lines._substringSearch = null;
    if (lines.history.length === lines.historyIndex) lines.historyIndex = -1;
  }
}

function press(lines: LineInterface, text: string | undefined, given: Key | undefined, suspend: () => void): void {
  const key: Partial<Key> = given ?? {};
  const previous = lines._previousKey;
  lines._previousKey = key as Key; // Kept as the caller passed it.
  if (!key.meta || key.name !== 'y') lines._isYanking = false;
  noteSearch(lines, key);
  if (key.sequence === '\u001f') undo(lines);
  else if (key.sequence === '\u001e') redo(lines);
  else if (key.name !== 'escape') act(lines, text, key, previous, suspend);
}

function act(lines: LineInterface, text: string | undefined, key: Partial<Key>, previous: Key | null, suspend: () => void): void {
  if (key.ctrl && key.shift) {
    if (key.name === 'backspace') lines._deleteLineLeft();
    else if (key.name === 'delete') lines._deleteLineRight();
  } else if (key.ctrl) {
    if (key.name === 'z') {
      if (lines.listenerCount('SIGTSTP') > 0) lines.emit('SIGTSTP');
      else suspend();
    } else withControl.get(key.name ?? '')?.(lines);
  } else if (key.meta) withMeta.get(key.name ?? '')?.(lines);
  else pressPlain(lines, text, key, previous);
}

/** The functions that edit a line on a terminal. The interface's methods call them, because programs replace those methods. */
export const lineEditor = {
  press,
  refresh,
  insert,
  addHistory,
  complete,
  wordLeft,
  wordRight,
  deleteLeft,
  deleteRight,
  deleteWordLeft,
  deleteWordRight,
  deleteLineLeft,
  deleteLineRight,
  clearLine,
  endLine,
  historyNext,
  historyPrevious,
  displayPosition,
  move,
};
