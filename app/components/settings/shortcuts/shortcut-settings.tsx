import './shortcut-settings.css';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { COMMANDS } from '../../commands/command-list.ts';
import type { Command, CommandGroup } from '../../page/keys/command.ts';
import { COMMAND_GROUPS } from '../../page/keys/command-groups.ts';
import { Button } from '../../ui/button.tsx';
import { Keys } from '../../ui/keys.tsx';
import { chordName, keyName } from '../../ui/text/key-name.ts';
import { FIXED_KEYS } from './fixed-keys.ts';
import { ShortcutRow } from './shortcut-row.tsx';
import { useKeyChanges } from './use-key-changes.ts';

/** Matches words and keys, in the user's language or in English: `ctrl shift`, `chat`. */
function fits(text: string, keys: string, query: string): boolean {
  const words = query.toLowerCase().split(/[\s+]+/);
  const all = `${text} ${keys} ${chordName(keys)}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

function byGroup(commands: readonly Command[]): ReadonlyMap<CommandGroup, readonly Command[]> {
  const groups = new Map<CommandGroup, Command[]>();
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  return groups;
}

/** All commands with their keys, searchable by text or by keys. The keys can be changed. */
export function ShortcutSettings() {
  const [query, setQuery] = useState('');
  const [isWithKeys, setIsWithKeys] = useState(false);
  const changes = useKeyChanges();
  const found = COMMANDS.filter((command) => {
    const keys = changes.keysOf(command) ?? '';
    return (!isWithKeys || keys !== '') && fits(command.text(), keys, query);
  });
  const fixed = FIXED_KEYS.filter(({ text, keys }) => fits(text(), keys.join('+'), query));
  const isEmpty = found.length + fixed.length === 0;
  return (
    <>
      <input
        type="search"
        className="field w-full"
        aria-label={t('Search shortcuts')}
        placeholder={t('What it does, or its keys')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-8px pt-8px">
        <label className="flex items-center gap-6px">
          <input type="checkbox" checked={isWithKeys} onChange={({ target }) => setIsWithKeys(target.checked)} />
          {t('Only those with keys')}
        </label>
        <span className="flex-1" />
        <Button size={24} disabled={!changes.hasChanges} onClick={changes.resetAll}>
          {t('Reset all')}
        </Button>
      </div>
      <p role="status" className={isEmpty ? 'text-sm c-text-3 pt-3' : 'visually-hidden'}>
        {isEmpty ? t('No shortcut is called “{query}”.', { query }) : changes.said}
      </p>
      {[...byGroup(found)].map(([group, commands]) => (
        <section key={group} aria-labelledby={`shortcuts-${group}`}>
          <h3 id={`shortcuts-${group}`} className="side-heading pt-16px pb-0">
            {COMMAND_GROUPS[group]()}
          </h3>
          <ul className="shortcut-list">
            {commands.map((command) => (
              <ShortcutRow key={command.id} command={command} changes={changes} />
            ))}
          </ul>
        </section>
      ))}
      {fixed.length > 0 && <FixedKeys fixed={fixed} />}
      <p className="text-sm c-text-3 pt-3">
        {t(
          'On a Mac, Cmd works where Ctrl is named. Keys are known by what is printed on them; where a keyboard has no Latin letters, by their place.',
        )}
      </p>
    </>
  );
}

function FixedKeys({ fixed }: { fixed: typeof FIXED_KEYS }) {
  return (
    <section aria-labelledby="shortcuts-fixed">
      <h3 id="shortcuts-fixed" className="side-heading pt-16px pb-0">
        {t('Keys of what has the focus')}
      </h3>
      <p className="text-sm c-text-3">{t('They belong to a field, a list or a tree, and cannot be changed.')}</p>
      <ul className="shortcut-list">
        {fixed.map(({ keys, text }) => (
          <li key={`${keys.join('+')} ${text()}`} className="setting-row">
            <span className="flex-1">{text()}</span>
            <Keys keys={keys} />
            <span className="visually-hidden">{keys.map(keyName).join(' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
