import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { type Chord, chordText } from '../../../lib/protocol/keys/chord.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { commandsInTheWay, keysInForce, withKeys } from '../../commands/keys/keys-in-force.ts';
import type { Command } from '../../page/keys/command.ts';
import { type RefusedFor, refusedChord } from '../../page/keys/refused-chord.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { chordName } from '../../ui/text/key-name.ts';

const REFUSED: Readonly<Record<RefusedFor, (keys: string) => string>> = {
  types: (keys) => t('{keys} types, or moves what has the focus. Hold Ctrl or Alt as well, or take a key such as F7.', { keys }),
  browser: (keys) => t('{keys} is the browser’s: it closes, opens or loads pages with it, and Devonz may not get it.', { keys }),
  edits: (keys) => t('{keys} edits text: every field needs it.', { keys }),
  system: (keys) => t('{keys} is the computer’s: Devonz does not get it.', { keys }),
};

/** The state of the row being edited; `question` means that another command has the keys. */
export type KeyChange =
  | { type: 'none' }
  | { type: 'recording'; id: string; problem: string | null }
  | { type: 'question'; id: string; keys: string; owner: string };

const NONE: KeyChange = { type: 'none' };

/** Manages changes to the keys of commands, and the messages about them. */
export function useKeyChanges() {
  const actions = useActions('settings');
  const { shortcuts } = useStore($settings, { keys: ['shortcuts'] });
  const [change, setChange] = useState<KeyChange>(NONE);
  const [said, setSaid] = useState('');
  const keep = (next: typeof shortcuts, text: string) => {
    actions.updateSettings({ shortcuts: next });
    setChange(NONE);
    setSaid(text);
  };
  const bind = (command: Command, keys: string) => {
    const [owner] = commandsInTheWay(command, keys, shortcuts);
    const name = command.text();
    const next = { ...withKeys(command, keys, shortcuts) };
    keep(
      next,
      owner === undefined
        ? t('{keys} is now “{text}”.', { keys: chordName(keys), text: name })
        : t('{keys} is now “{text}”; “{owner}” has no keys any more.', { keys: chordName(keys), text: name, owner: owner.text() }),
    );
  };
  /** Binds the keys, after asking if another command has them. */
  const want = (command: Command, keys: string) => {
    const [owner] = commandsInTheWay(command, keys, shortcuts);
    if (owner === undefined) return bind(command, keys);
    const question = { type: 'question', id: command.id, keys, owner: owner.text() } as const;
    setChange(question);
    setSaid(t('{keys} is “{owner}”: take it from there?', { keys: chordName(keys), owner: question.owner }));
  };
  const complain = ({ id }: Command, problem: string) => {
    setChange({ type: 'recording', id, problem });
    setSaid(problem);
  };
  const clear = (command: Command) =>
    keep({ ...withKeys(command, null, shortcuts) }, t('“{text}” has no keys any more.', { text: command.text() }));
  return {
    change,
    said,
    isChanged: ({ id }: Command) => Object.hasOwn(shortcuts, id),
    hasChanges: Object.keys(shortcuts).length > 0,
    keysOf: (command: Command) => keysInForce(command, shortcuts),
    begin({ id }: Command) {
      setChange({ type: 'recording', id, problem: null });
      setSaid('');
    },
    cancel(command: Command) {
      setChange(NONE);
      setSaid(t('The keys of “{text}” stay as they are.', { text: command.text() }));
    },
    bind,
    clear,
    /** Handles the pressed keys; `chord` is null if they have no name. */
    take(command: Command, chord: Chord | null) {
      if (chord === null) return complain(command, t('This key cannot be kept as a shortcut. Try another one.'));
      const why = refusedChord(chord);
      if (why !== null) return complain(command, REFUSED[why](chordName(chordText(chord))));
      want(command, chordText(chord));
    },
    /** Restores the default keys, which another command may have by now. */
    reset(command: Command) {
      if (command.keys === undefined) clear(command);
      else want(command, command.keys);
    },
    resetAll: () => keep({}, t('All commands have the keys they came with.')),
  };
}

export type KeyChanges = ReturnType<typeof useKeyChanges>;
