import { expect, test } from 'vitest';
import { parseCommand } from './parse-command.ts';

const HIDDEN = ['\u200b', '\u00ad', '\u202e', '\u2066', '\u3164', '\u180b', '\ufe00', '\ufe0f', '\u{e0041}', '\u{e0101}', '\u{e01ef}'];

test('a command with a character that does not show is not read, wherever it is', () => {
  for (const character of HIDDEN)
    for (const command of [`node a${character}.js`, `${character}ls`, `ls${character}`, `echo "a" # ${character}`])
      expect(parseCommand(command).status, JSON.stringify(command)).toBe('opaque');
});

test('a character that only chooses the look of a sign before it is part of that sign', () => {
  for (const command of ['git commit -m "\u2764\ufe0f"', 'echo "\u26a0\ufe0f"', 'echo "1\ufe0f\u20e3"'])
    expect(parseCommand(command).status).not.toBe('opaque');
});
