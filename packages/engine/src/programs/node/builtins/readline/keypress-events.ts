import type EventEmitter from 'events/';
import { StringDecoder } from 'string_decoder/';
import type { Timers } from '../../event-loop/timers.ts';

export interface Key {
  sequence: string;
  name: string | undefined;
  ctrl: boolean;
  meta: boolean;
  shift: boolean;
  code?: string;
}

/** The members of an interface that key handling uses. Completion is disabled while text is pasted. */
export interface KeyListener {
  escapeCodeTimeout?: number;
  isCompletionEnabled?: boolean;
  _sawKeyPress?: boolean;
}

const ESCAPE = '\u001b';
const ESCAPE_MILLISECONDS = 500;

/** Parses a table of the form `CODE name CODE name …`. */
function table(text: string): ReadonlyMap<string, string> {
  const words = text.split(/\s+/);
  return new Map(words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ''] as const] : [])));
}

/** Key names by code, for xterm, rxvt, PuTTY, Cygwin and the Linux console. */
const names = table(`OP f1 OQ f2 OR f3 OS f4 [P f1 [Q f2 [R f3 [S f4 [11~ f1 [12~ f2 [13~ f3 [14~ f4 [[A f1 [[B f2 [[C f3
[[D f4 [[E f5 [15~ f5 [17~ f6 [18~ f7 [19~ f8 [20~ f9 [21~ f10 [23~ f11 [24~ f12 [A up [B down [C right [D left [E clear [F end
[H home OA up OB down OC right OD left OE clear OF end OH home [1~ home [2~ insert [3~ delete [4~ end [5~ pageup [6~ pagedown
[[5~ pageup [[6~ pagedown [7~ home [8~ end [200~ paste-start [201~ paste-end`);

/** In rxvt, the last character of a code encodes Shift and Ctrl. */
const shifted = table('[a up [b down [c right [d left [e clear [2$ insert [3$ delete [5$ pageup [6$ pagedown [7$ home [8$ end [Z tab');
const controlled = table('Oa up Ob down Oc right Od left Oe clear [2^ insert [3^ delete [5^ pageup [6^ pagedown [7^ home [8^ end');

function nameCode(key: Key, code: string, modifier: number): void {
  key.code = code;
  key.ctrl = (modifier & 4) !== 0;
  key.meta = (modifier & 10) !== 0;
  key.shift = (modifier & 1) !== 0;
  if (shifted.has(code)) {
    key.name = shifted.get(code);
    key.shift = true;
  } else if (controlled.has(code)) {
    key.name = controlled.get(code);
    key.ctrl = true;
  } else key.name = names.get(code) ?? 'undefined';
}

/** Reads one sequence after its escape, character by character. */
function* readEscape(key: Key): Generator<undefined, { character: string; isEscaped: boolean }, string> {
  let character = yield;
  key.sequence += character;
  if (character === ESCAPE) {
    character = yield;
    key.sequence += character;
  }
  if (character !== 'O' && character !== '[') return { character, isEscaped: true };
  let code = character;
  let modifier = 0;
  if (character === 'O') {
    // ESC O letter, ESC O modifier letter
    character = yield;
    key.sequence += character;
    if (character >= '0' && character <= '9') {
      modifier = Number(character) - 1;
      character = yield;
      key.sequence += character;
    }
    code += character;
  } else {
    character = yield;
    key.sequence += character;
    if (character === '[') {
      code += character;
      character = yield;
      key.sequence += character;
    }
    const start = key.sequence.length - 1;
    // ESC [ number ; modifier letter
    while (/[\d;]/.test(character)) {
      character = yield;
      key.sequence += character;
    }
    const command = key.sequence.slice(start);
    const numbered = /^(?:(\d\d?)(?:;(\d))?([~^$])|(\d{3}~))$/.exec(command);
    const lettered = /^(?:(\d;)?(\d))?([A-Za-z])$/.exec(command);
    if (numbered !== null) {
      code += numbered[4] ?? `${numbered[1]}${numbered[3]}`;
      modifier = Number(numbered[2] ?? 1) - 1;
    } else if (lettered !== null) {
      code += lettered[3];
      modifier = Number(lettered[2] ?? 1) - 1;
    } else code += command;
  }
  nameCode(key, code, modifier);
  return { character, isEscaped: true };
}

function namePlain(key: Key, character: string, isEscaped: boolean): void {
  const code = character.charCodeAt(0);
  key.meta = isEscaped;
  if (character === '\r') key.name = 'return';
  else if (character === '\n') key.name = 'enter';
  else if (character === '\t') key.name = 'tab';
  else if (character === '\b' || character === '\u007f') key.name = 'backspace';
  else if (character === ESCAPE) key.name = 'escape';
  else if (character === ' ') key.name = 'space';
  else if (!isEscaped && code <= 26) {
    key.name = String.fromCharCode(code + 96);
    key.ctrl = true;
  } else if (/^[0-9A-Za-z]$/.test(character)) {
    key.name = character.toLowerCase();
    key.shift = /^[A-Z]$/.test(character);
  } else if (isEscaped) {
    // The characters after the escape are not a key, so the key is Escape itself.
    key.name = character.length > 0 ? undefined : 'escape';
    key.meta = true;
  }
}

function* readKeys(stream: EventEmitter): Generator<undefined, never, string> {
  for (;;) {
    let character = yield;
    const key: Key = { sequence: character, name: undefined, ctrl: false, meta: false, shift: false };
    let isEscaped = false;
    if (character === ESCAPE) ({ character, isEscaped } = yield* readEscape(key));
    if (key.code === undefined) namePlain(key, character, isEscaped);
    const { sequence } = key;
    if (sequence.length !== 0 && (key.name !== undefined || isEscaped)) stream.emit('keypress', isEscaped ? undefined : sequence, key);
    else if ([...sequence].length === 1) stream.emit('keypress', sequence, key);
  }
}

const decoderOf = Symbol('keypress-decoder');

/** Implements `readline.emitKeypressEvents`: emits 'keypress' on a stream while it has listeners for that event. */
export function emitKeypressEvents(timers: Timers, stream: EventEmitter, listener: KeyListener = {}): void {
  if (Reflect.get(stream, decoderOf) !== undefined) return;
  const decoder = new StringDecoder('utf8');
  Reflect.set(stream, decoderOf, decoder);
  const keys = readKeys(stream);
  keys.next();
  // A lone escape is a key if nothing follows it within the timeout.
  const endEscape = () => keys.next('');
  let timer: ReturnType<Timers['setTimeout']> | null = null;
  const onData = (input: unknown) => {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', onData);
      stream.on('newListener', onListener);
      return;
    }
    const text = typeof input === 'string' ? input : decoder.write(input as Uint8Array);
    if (text === '') return;
    timer?.close();
    timer = null;
    const characters = [...text];
    listener._sawKeyPress = characters.length === 1;
    listener.isCompletionEnabled = false;
    characters.forEach((character, index) => {
      if (index === characters.length - 1) listener.isCompletionEnabled = true;
      keys.next(character);
      if (character === ESCAPE && index === characters.length - 1)
        timer = timers.setTimeout(endEscape, listener.escapeCodeTimeout ?? ESCAPE_MILLISECONDS);
    });
  };
  const onListener = (event: string) => {
    if (event !== 'keypress') return;
    stream.on('data', onData);
    stream.removeListener('newListener', onListener);
  };
  if (stream.listenerCount('keypress') > 0) stream.on('data', onData);
  else stream.on('newListener', onListener);
}
