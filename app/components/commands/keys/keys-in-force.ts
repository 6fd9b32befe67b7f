import type { Shortcuts } from '../../../lib/protocol/keys/shortcuts-schema.ts';
import type { Command, KeyPlace } from '../../page/keys/command.ts';
import { COMMANDS } from '../command-list.ts';

type Bound = Pick<Command, 'id' | 'keys' | 'place'>;

/** Returns the command's keys (the user's own or else the default), or null if it has none. The id must belong to a command. */
export function keysInForce({ id, keys }: Bound, shortcuts: Shortcuts): string | null {
  const own = Object.hasOwn(shortcuts, id) ? shortcuts[id] : keys;
  return own === undefined || own === '' ? null : own;
}

/** Whether one key press could match both places. */
function overlap(one: KeyPlace, other: KeyPlace): boolean {
  if (one === other || one === 'page' || other === 'page') return true;
  if (one === 'outside-editor') return other !== 'editor';
  return other === 'outside-editor' && one !== 'editor';
}

/** Returns the other commands that have these keys in an overlapping place. */
export function commandsInTheWay(command: Bound, keys: string, shortcuts: Shortcuts, commands: readonly Command[] = COMMANDS): Command[] {
  return commands.filter(
    (each) => each.id !== command.id && keysInForce(each, shortcuts) === keys && overlap(each.place ?? 'page', command.place ?? 'page'),
  );
}

/**
 * Returns the shortcuts with these keys assigned to the command (null for none) and removed from commands that overlap. Default keys are
 * not stored.
 */
export function withKeys(command: Bound, keys: string | null, shortcuts: Shortcuts, commands: readonly Command[] = COMMANDS): Shortcuts {
  const taken = keys === null ? [] : commandsInTheWay(command, keys, shortcuts, commands);
  const next = { ...shortcuts, ...Object.fromEntries(taken.map(({ id }) => [id, ''])), [command.id]: keys ?? '' };
  if ((command.keys ?? '') === next[command.id]) delete next[command.id];
  return next;
}
