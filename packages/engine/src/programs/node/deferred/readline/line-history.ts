import type { LineInterface } from '../../builtins/readline/line-interface.ts';
import { remember } from './edit-line.ts';

/** Adds the line to the history and returns its entry, which a `history` listener may have changed. */
export function addHistory(lines: LineInterface): string {
  const { line, history } = lines;
  if (line.length === 0) return '';
  if (lines.historySize === 0 || line.trim().length === 0) return line;
  if (history.length === 0 || history[0] !== line) {
    if (lines.removeHistoryDuplicates) {
      const former = history.indexOf(line);
      if (former !== -1) history.splice(former, 1);
    }
    history.unshift(line);
    if (history.length > lines.historySize) history.pop();
  }
  lines.historyIndex = -1;
  const newest = history[0] ?? '';
  lines.emit('history', history);
  return history[0] ?? newest;
}

function show(lines: LineInterface, line: string, index: number): void {
  remember(lines);
  lines.line = line;
  lines.historyIndex = index;
  lines.cursor = line.length;
  lines._refreshLine();
}

const isPassedOver = (lines: LineInterface, entry: string | undefined, search: string): boolean =>
  entry === undefined || !entry.startsWith(search) || lines.line === entry;

export function historyNext(lines: LineInterface): void {
  if (lines.historyIndex < 0) return;
  const search = lines._substringSearch ?? '';
  let index = lines.historyIndex - 1;
  while (index >= 0 && isPassedOver(lines, lines.history[index], search)) index--;
  show(lines, index === -1 ? search : (lines.history[index] ?? ''), index);
}

export function historyPrevious(lines: LineInterface): void {
  const { history } = lines;
  if (lines.historyIndex >= history.length || history.length === 0) return;
  const search = lines._substringSearch ?? '';
  let index = lines.historyIndex + 1;
  while (index < history.length && isPassedOver(lines, history[index], search)) index++;
  show(lines, index === history.length ? search : (history[index] ?? ''), index);
}
