import { expect, test } from 'vitest';
import { chordText } from '../../../lib/protocol/keys/chord.ts';
import { chordsOfEvent, type PressedKey } from './chords-of-event.ts';

interface Press extends Partial<Omit<PressedKey, 'getModifierState'>> {
  isAltGraph?: boolean;
}

const pressed = ({ isAltGraph = false, ...press }: Press): PressedKey => ({
  key: 'k',
  code: 'KeyK',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...press,
  getModifierState: (name) => name === 'AltGraph' && isAltGraph,
});
const keys = (press: Press, isMac = false) => chordsOfEvent(pressed(press), isMac).map(chordText);

test.each<[string, Press, string[]]>([
  ['a letter by what is printed on it', { ctrlKey: true }, ['Ctrl+K']],
  ['Dvorak: the letter, not its place', { key: 'k', code: 'KeyV', ctrlKey: true }, ['Ctrl+K']],
  ['AZERTY: Ctrl+A is where Q is elsewhere', { key: 'a', code: 'KeyQ', ctrlKey: true }, ['Ctrl+A']],
  ['with Caps Lock or Shift', { key: 'K', ctrlKey: true, shiftKey: true }, ['Ctrl+Shift+K']],
  ['Cyrillic: no Latin letter, so its place', { key: 'л', ctrlKey: true }, ['Ctrl+K']],
  ['Greek', { key: 'κ', ctrlKey: true }, ['Ctrl+K']],
  ['a dead key: its place', { key: 'Dead', code: 'KeyN', altKey: true }, ['Alt+N']],
  ['French digits: the sign, then the digit of the place', { key: '&', code: 'Digit1', altKey: true }, ['Alt+&', 'Alt+1']],
  ['a sign without Shift, which other keyboards need for it', { key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true }, ['Ctrl+/']],
  ['German Ö: its place', { key: 'ö', code: 'Semicolon', ctrlKey: true }, ['Ctrl+;']],
  ['plus', { key: '+', code: 'BracketRight', ctrlKey: true }, ['Ctrl+Plus']],
  ['an arrow', { key: 'ArrowUp', code: 'ArrowUp', altKey: true }, ['Alt+Up']],
  ['a key of functions', { key: 'F8', code: 'F8', shiftKey: true }, ['Shift+F8']],
  ['AltGr types', { key: 'ł', code: 'KeyL', ctrlKey: true, altKey: true, isAltGraph: true }, []],
  ['what an input method composes', { isComposing: true, ctrlKey: true }, []],
  ['the system’s own key', { metaKey: true }, []],
])('%s', (_name, press, expected) => {
  expect(keys(press)).toEqual(expected);
});

test('on a Mac Cmd is Ctrl, and Ctrl is the shell’s', () => {
  expect([keys({ metaKey: true }, true), keys({ ctrlKey: true }, true)]).toEqual([['Ctrl+K'], []]);
});

test('on a Mac Alt types other letters: the place says which was meant', () => {
  expect(keys({ key: 'å', code: 'KeyA', altKey: true }, true)).toEqual(['Alt+A']);
});
