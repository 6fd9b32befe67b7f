import { StringDecoder } from 'string_decoder/';
import type { InputLike } from './line-interface.ts';

interface Key {
  sequence: string;
  name: string | undefined;
  ctrl: boolean;
  meta: boolean;
  shift: boolean;
}

const names = new Map([
  ['[A', 'up'],
  ['[B', 'down'],
  ['[C', 'right'],
  ['[D', 'left'],
  ['[H', 'home'],
  ['[F', 'end'],
  ['OA', 'up'],
  ['OB', 'down'],
  ['OC', 'right'],
  ['OD', 'left'],
  ['OH', 'home'],
  ['OF', 'end'],
  ['[2~', 'insert'],
  ['[3~', 'delete'],
  ['[5~', 'pageup'],
  ['[6~', 'pagedown'],
  ['[1~', 'home'],
  ['[4~', 'end'],
  ['OP', 'f1'],
  ['OQ', 'f2'],
  ['OR', 'f3'],
  ['OS', 'f4'],
  ['[15~', 'f5'],
  ['[17~', 'f6'],
  ['[18~', 'f7'],
  ['[19~', 'f8'],
  ['[20~', 'f9'],
  ['[21~', 'f10'],
  ['[23~', 'f11'],
  ['[24~', 'f12'],
  ['[Z', 'tab'],
]);

function describe(sequence: string): Key {
  const key: Key = { sequence, name: undefined, ctrl: false, meta: false, shift: false };
  if (sequence.startsWith('\u001b') && sequence.length > 1) {
    const rest = sequence.slice(1);
    const modified = /^\[1;(\d)([A-HPQRS])$/.exec(rest);
    const bits = modified === null ? 0 : Number(modified[1]) - 1;
    key.name = names.get(modified === null ? rest : `[${modified[2]}`);
    key.shift = (bits & 1) !== 0 || rest === '[Z';
    key.meta = (bits & 2) !== 0;
    key.ctrl = (bits & 4) !== 0;
    if (key.name === undefined && rest.length === 1) return { ...describe(rest), sequence, meta: true };
    return key;
  }
  const code = sequence.charCodeAt(0);
  if (sequence === '\r') key.name = 'return';
  else if (sequence === '\n') key.name = 'enter';
  else if (sequence === '\t') key.name = 'tab';
  else if (sequence === '\b' || sequence === '\u007f') key.name = 'backspace';
  else if (sequence === '\u001b') key.name = 'escape';
  else if (sequence === ' ') key.name = 'space';
  else if (code < 27) {
    key.name = String.fromCharCode(code + 96);
    key.ctrl = true;
  } else if (/^[a-z0-9]$/.test(sequence)) key.name = sequence;
  else if (/^[A-Z]$/.test(sequence)) {
    key.name = sequence.toLowerCase();
    key.shift = true;
  }
  return key;
}

const keySequence = /\u001b(?:\[[\d;]*[A-Za-z~]|O[A-Z]|[^[O])|\u001b|[\s\S]/gu;

/** `readline.emitKeypressEvents`: 'keypress' events on a stream, while anyone listens for them. */
export function emitKeypressEvents(stream: InputLike): void {
  if (Reflect.get(stream, keypressMark) === true) return;
  Reflect.set(stream, keypressMark, true);
  const decoder = new StringDecoder('utf8');
  stream.on('data', (chunk: unknown) => {
    if (stream.listenerCount('keypress') === 0) return;
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk as Uint8Array);
    for (const [sequence] of text.matchAll(keySequence)) {
      const key = describe(sequence);
      stream.emit('keypress', sequence.startsWith('\u001b') && sequence.length > 1 ? undefined : sequence, key);
    }
  });
}

const keypressMark = Symbol('emits keypress events');
