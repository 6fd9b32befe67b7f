import '../rule-list.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { SavedPrompt } from '../../../lib/protocol/prompts/saved-prompt.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { rich } from '../../ui/text/rich.tsx';
import { PromptEditor } from './prompt-editor.tsx';

/** The prompt being edited; `name` is null for a new one. */
type Edited = { name: string | null } | null;

/** The user's own prompts. The settings file (Data) includes them. */
export function PromptSettings() {
  const actions = useActions('settings');
  const { prompts } = useStore($settings, { keys: ['prompts'] });
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<Edited>(null);
  const [deleted, setDeleted] = useState<{ prompt: SavedPrompt; place: number } | null>(null);
  const wanted = query.trim().toLowerCase();
  const found = prompts.filter((prompt) => `${prompt.name}\n${prompt.text}`.toLowerCase().includes(wanted));
  const keep = (next: SavedPrompt[]) => actions.updateSettings({ prompts: next });

  function save(prompt: SavedPrompt) {
    const isNew = edited?.name === null;
    keep(isNew ? [...prompts, prompt] : prompts.map((each) => (each.name === edited?.name ? prompt : each)));
    setEdited(null);
  }
  function remove(prompt: SavedPrompt) {
    setDeleted({ prompt, place: prompts.indexOf(prompt) });
    keep(prompts.filter((each) => each !== prompt));
  }
  function undo() {
    if (deleted === null) return;
    keep(prompts.toSpliced(deleted.place, 0, deleted.prompt));
    setDeleted(null);
  }
  if (edited !== null) {
    const prompt = prompts.find(({ name }) => name === edited.name) ?? null;
    const taken = prompts.filter((each) => each !== prompt).map(({ name }) => name);
    return <PromptEditor prompt={prompt} taken={taken} onSave={save} onCancel={() => setEdited(null)} />;
  }
  return (
    <>
      <About />
      <div className="flex gap-8px pb-3">
        <input
          type="search"
          className="field flex-1"
          aria-label={t('Search your prompts')}
          placeholder={t('Search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button icon="i-lucide-plus" onClick={() => setEdited({ name: null })}>
          {t('Add a prompt')}
        </Button>
      </div>
      {deleted !== null && !prompts.some(({ name }) => name === deleted.prompt.name) && (
        <div role="status" className="flex items-center gap-8px pb-2">
          <span className="flex-1 min-w-0 truncate">{t('“{name}” is deleted.', { name: deleted.prompt.name })}</span>
          <Button size={24} icon="i-lucide-undo-2" onClick={undo}>
            {t('Undo')}
          </Button>
        </div>
      )}
      <ul aria-label={t('Prompts')} className="rules">
        {found.length === 0 && <li className="rule c-text-3">{prompts.length === 0 ? t('You have none yet.') : t('None fits.')}</li>}
        {found.map((prompt) => (
          <li key={prompt.name} className="rule">
            <span className="shrink-0 max-w-[50%] truncate">{prompt.name}</span>
            <span className="flex-1 truncate text-sm c-text-3">{prompt.text}</span>
            <IconButton
              icon="i-lucide-pencil"
              iconSize={14}
              label={t('Edit {name}', { name: prompt.name })}
              tip={t('Edit')}
              onClick={() => setEdited({ name: prompt.name })}
            />
            <IconButton
              icon="i-lucide-trash-2"
              iconSize={14}
              label={t('Delete {name}', { name: prompt.name })}
              tip={t('Delete')}
              onClick={() => remove(prompt)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function About() {
  return (
    <p className="c-text-2 pb-3">
      {rich(
        'Texts that you use again, for the menu in the message box. {place} and {filled} are asked for. A project can have its own in {folder}: they are commands there.',
        {
          place: <code>{'{{name}}'}</code>,
          filled: <code>{'{{name=default}}'}</code>,
          folder: <code>.devonz/prompts</code>,
        },
      )}
    </p>
  );
}
