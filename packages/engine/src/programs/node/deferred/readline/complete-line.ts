import type { LineInterface } from '../../builtins/readline/line-interface.ts';
import { displayWidth } from '../../inspect/text-layout.ts';

function commonStart(words: readonly string[]): string {
  const sorted = [...words].sort();
  const first = sorted[0] ?? '';
  const last = sorted.at(-1) ?? '';
  let length = 0;
  while (length < first.length && first[length] === last[length]) length++;
  return first.slice(0, length);
}

/** Formats the choices in columns; an empty choice starts a new line. */
function listChoices(lines: LineInterface, choices: readonly string[]): string {
  const widths = choices.map(displayWidth);
  const width = Math.max(...widths) + 2;
  const perLine = Number.isFinite(lines.columns) ? Math.floor(lines.columns / width) || 1 : 1;
  let text = '\r\n';
  let column = 0;
  let gap = 0;
  choices.forEach((choice, index) => {
    if (choice === '' || column === perLine) {
      text += '\r\n';
      column = 0;
      gap = 0;
    } else text += ' '.repeat(gap);
    if (choice === '') text += '\r\n';
    else {
      text += choice;
      gap = width - (widths[index] ?? 0);
      column++;
    }
  });
  if (column !== 0) text += '\r\n\r\n';
  return text;
}

function show(lines: LineInterface, wasTab: boolean, choices: readonly string[], typed: string): void {
  if (choices.length === 0) return;
  const start = commonStart(choices.filter((choice) => choice !== ''));
  if (start.startsWith(typed) && start.length > typed.length) {
    lines._insertString(start.slice(typed.length));
    return;
  }
  if (!typed.startsWith(start)) {
    lines.line = lines.line.slice(0, lines.cursor - typed.length) + start + lines.line.slice(lines.cursor);
    lines.cursor += start.length - typed.length;
    lines._refreshLine();
    return;
  }
  if (!wasTab) return;
  lines._writeToOutput(listChoices(lines, choices));
  lines._refreshLine();
}

/** Handles Tab with the program's completer, which may return a value or a promise, or call a callback. */
export function complete(lines: LineInterface, wasTab: boolean): void {
  const { completer } = lines;
  if (completer === undefined) return;
  lines.pause();
  const finish = (error: unknown, value?: unknown) => {
    if (lines.closed) return;
    lines.resume();
    if (error) {
      lines._writeToOutput(`Tab completion error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return;
    }
    const [choices, typed] = (value ?? []) as [string[]?, string?]; // The result of a completer.
    if (choices !== undefined) show(lines, wasTab, choices, typed ?? '');
  };
  const text = lines.line.slice(0, lines.cursor);
  if (completer.length === 2) {
    completer(text, finish);
    return;
  }
  Promise.resolve()
    .then(() => completer(text))
    .then(
      (value) => finish(null, value),
      (error: unknown) => finish(error),
    );
}
