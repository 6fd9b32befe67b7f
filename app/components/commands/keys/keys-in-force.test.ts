import { expect, test } from 'vitest';
import { chordText, parseChord } from '../../../lib/protocol/keys/chord.ts';
import type { Command } from '../../page/keys/command.ts';
import { refusedChord } from '../../page/keys/refused-chord.ts';
import { COMMANDS } from '../command-list.ts';
import { commandsInTheWay, keysInForce, withKeys } from './keys-in-force.ts';

const made = (id: string, keys?: string, place?: Command['place']): Command => ({
  id,
  group: 'view',
  icon: '',
  text: () => id,
  ...(keys === undefined ? {} : { keys }),
  ...(place === undefined ? {} : { place }),
  run: () => undefined,
});

test('each command has an id of its own, and no two come with the same keys in one place', () => {
  expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  const clashes = COMMANDS.flatMap((command) =>
    command.keys === undefined ? [] : commandsInTheWay(command, command.keys, {}).map(({ id }) => `${command.id} and ${id}`),
  );
  expect(clashes).toEqual([]);
});

test('what commands come with are keys as they are kept, and none that is refused to users', () => {
  const given = COMMANDS.flatMap(({ keys }) => (keys === undefined ? [] : [keys]));
  expect(given.length).toBeGreaterThan(20);
  for (const keys of given) {
    const chord = parseChord(keys);
    expect(chord && [chordText(chord), refusedChord(chord)]).toEqual([keys, null]);
  }
});

test('own keys come before those that a command comes with; empty ones take them away; those of no command are nothing', () => {
  const command = made('a', 'Ctrl+K');
  expect(keysInForce(command, {})).toBe('Ctrl+K');
  expect(keysInForce(command, { a: 'Alt+K', b: 'Alt+B' })).toBe('Alt+K');
  expect(keysInForce(command, { a: '' })).toBeNull();
  expect(keysInForce(made('toString'), {})).toBeNull();
});

test('commands are in each other’s way where a press would be for both', () => {
  const commands = [made('page', 'Ctrl+K'), made('editor', 'Ctrl+K', 'editor'), made('outside', 'Ctrl+K', 'outside-editor')];
  const inWayOf = (place: Command['place']) => commandsInTheWay(made('new', undefined, place), 'Ctrl+K', {}, commands).map(({ id }) => id);
  expect(inWayOf('page')).toEqual(['page', 'editor', 'outside']);
  expect(inWayOf('editor')).toEqual(['page', 'editor']);
  expect(inWayOf('terminal')).toEqual(['page', 'outside']);
  expect(inWayOf('outside-editor')).toEqual(['page', 'outside']);
});

test('keys that are taken leave the one that had them; what a command comes with is not kept', () => {
  const commands = [made('one', 'Ctrl+K'), made('two', 'Ctrl+J')];
  const [one, two] = commands as [Command, Command];
  const taken = withKeys(two, 'Ctrl+K', {}, commands);
  expect(taken).toEqual({ one: '', two: 'Ctrl+K' });
  expect(withKeys(two, 'Ctrl+J', taken, commands)).toEqual({ one: '' });
  expect(withKeys(one, 'Ctrl+K', { one: '' }, commands)).toEqual({});
  expect(withKeys(two, null, {}, commands)).toEqual({ two: '' });
});

test.each([
  ['K', 'types'],
  ['Shift+K', 'types'],
  ['Enter', 'types'],
  ['Ctrl+W', 'browser'],
  ['Ctrl+Shift+T', 'browser'],
  ['F5', 'browser'],
  ['Ctrl+C', 'edits'],
  ['Alt+F4', 'system'],
  ['F7', null],
  ['Shift+F7', null],
  ['Ctrl+Alt+J', null],
  ['Alt+,', null],
])('%s is refused because of %s', (keys, why) => {
  const chord = parseChord(keys);
  expect(chord && refusedChord(chord)).toBe(why);
});
