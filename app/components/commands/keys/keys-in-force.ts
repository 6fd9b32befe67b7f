import type { Shortcuts } from '../../../lib/protocol/keys/shortcuts-schema.ts';
import type { Command, KeyPlace } from '../../page/keys/command.ts';
import { COMMANDS } from '../command-list.ts';

type Bound = Pick<Command, 'id' | 'keys' | 'place'>;

/** The keys of a command: the user's own, else those it comes with; null: it has none. Ids of no command are not asked for. */
export function keysInForce({ id, keys }: Bound, shortcuts: Shortcuts): string | null {
  const own = Object.hasOwn(shortcuts, id) ? shortcuts[id] : keys;
  return own === undefined || own === '' ? null : own;
}

/** Whether a press in one place would be for both. */
function overlap(one: KeyPlace, other: KeyPlace): boolean {
  if (one === other || one === 'page' || other === 'page') return true;
  if (one === 'outside-editor') return other !== 'editor';
  return other === 'outside-editor' && one !== 'editor';
}

/** The other commands that have these keys where this one would. */
export function commandsInTheWay(command: Bound, keys: string, shortcuts: Shortcuts, commands: readonly Command[] = COMMANDS): Command[] {
  return commands.filter(
    (each) => each.id !== command.id && keysInForce(each, shortcuts) === keys && overlap(each.place ?? 'page', command.place ?? 'page'),
  );
}

/** With these keys for the command (null: none) and not for those that had them there. What a command comes with is not kept. */
export function withKeys(command: Bound, keys: string | null, shortcuts: Shortcuts, commands: readonly Command[] = COMMANDS): Shortcuts {
  const taken = keys === null ? [] : commandsInTheWay(command, keys, shortcuts, commands);
  const next = { ...shortcuts, ...Object.fromEntries(taken.map(({ id }) => [id, ''])), [command.id]: keys ?? '' };
  if ((command.keys ?? '') === next[command.id]) delete next[command.id];
  return next;
}
