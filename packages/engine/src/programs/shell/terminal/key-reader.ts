/** A key, parsed from the terminal's input. */
export type Key = { type: 'text'; text: string } | { type: 'control'; name: ControlName };

export type ControlName =
  | 'enter'
  | 'backspace'
  | 'delete'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'home'
  | 'end'
  | 'word-left'
  | 'word-right'
  | 'kill-to-end'
  | 'kill-to-start'
  | 'kill-word'
  | 'yank'
  | 'clear'
  | 'tab'
  | 'interrupt'
  | 'end-of-input'
  | 'search'
  | 'transpose'
  | 'cancel';

const controlBytes = new Map<string, ControlName>([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\x7f', 'backspace'],
  ['\b', 'backspace'],
  ['\x01', 'home'],
  ['\x02', 'left'],
  ['\x03', 'interrupt'],
  ['\x04', 'end-of-input'],
  ['\x05', 'end'],
  ['\x06', 'right'],
  ['\x07', 'cancel'],
  ['\t', 'tab'],
  ['\x0b', 'kill-to-end'],
  ['\x0c', 'clear'],
  ['\x0e', 'down'],
  ['\x10', 'up'],
  ['\x12', 'search'],
  ['\x14', 'transpose'],
  ['\x15', 'kill-to-start'],
  ['\x17', 'kill-word'],
  ['\x19', 'yank'],
]);

const sequences = new Map<string, ControlName>([
  ['[A', 'up'],
  ['OA', 'up'],
  ['[B', 'down'],
  ['OB', 'down'],
  ['[C', 'right'],
  ['OC', 'right'],
  ['[D', 'left'],
  ['OD', 'left'],
  ['[H', 'home'],
  ['OH', 'home'],
  ['[1~', 'home'],
  ['[7~', 'home'],
  ['[F', 'end'],
  ['OF', 'end'],
  ['[4~', 'end'],
  ['[8~', 'end'],
  ['[3~', 'delete'],
  ['[1;5C', 'word-right'],
  ['[1;3C', 'word-right'],
  ['f', 'word-right'],
  ['[1;5D', 'word-left'],
  ['[1;3D', 'word-left'],
  ['b', 'word-left'],
  ['\x7f', 'kill-word'],
]);

/** As in ECMA-48: parameters range from `0` to `?`, so that mouse reports (`ESC [ < 0 ; 1 ; 1 M`) are also complete. */
const SEQUENCE = /^\x1b(\[[0-?]*[ -/]*[@-~]|O[@-~]|[^[O\x1b])/;
/** No meaningful sequence is longer. */
const UNFINISHED = /^\x1b(?:\[[0-?]{0,40}[ -/]{0,4}|O)?$/;

/** Returns the complete keys at the front of `text` and the rest: an escape sequence may arrive in two halves. */
export function readKeys(text: string): { keys: { key: Key; end: number }[]; rest: string } {
  const keys: { key: Key; end: number }[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text[index] ?? '';
    if (character === '\x1b') {
      const sequence = SEQUENCE.exec(text.slice(index));
      if (sequence === null) {
        if (UNFINISHED.test(text.slice(index))) break;
        // An invalid sequence never becomes valid; keeping it would block everything typed after it.
        index += 1;
        continue;
      }
      index += sequence[0].length;
      const name = sequences.get(sequence[1] ?? '');
      if (name !== undefined) keys.push({ key: { type: 'control', name }, end: index });
      continue;
    }
    const control = controlBytes.get(character);
    if (control !== undefined) {
      // Pasted text ends its lines with both characters.
      index += character === '\r' && text[index + 1] === '\n' ? 2 : 1;
      keys.push({ key: { type: 'control', name: control }, end: index });
      continue;
    }
    if (character < ' ') {
      index += 1;
      continue;
    }
    const run = /^[^\x00-\x1f\x7f]+/.exec(text.slice(index))?.[0] ?? character;
    index += run.length;
    keys.push({ key: { type: 'text', text: run }, end: index });
  }
  return { keys, rest: text.slice(index) };
}
