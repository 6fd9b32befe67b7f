import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { SavedPrompt } from '../../../lib/protocol/prompts/saved-prompt.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import type { Enhancing } from './enhancing.ts';

interface PromptPickerProps {
  onChoose: (prompt: SavedPrompt) => void;
  enhancing: Enhancing;
  text: string;
  onClose: () => void;
}

/** The user's own prompts with a search; the chosen one is put into the message box. */
export function PromptPicker({ onChoose, enhancing, text, onClose }: PromptPickerProps) {
  const { setOverlay } = useOverlay();
  const { prompts } = useStore($settings, { keys: ['prompts'] });
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const found = prompts.filter((prompt) => `${prompt.name}\n${prompt.text}`.toLowerCase().includes(wanted));
  function choose(prompt: SavedPrompt) {
    onClose();
    onChoose(prompt);
  }
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('Prompts')} className="picker">
      {prompts.length > 0 && (
        <input
          type="search"
          className="field"
          aria-label={t('Search prompts')}
          placeholder={t('Search prompts')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul aria-label={t('Your prompts')} className="picker-list scroll">
        {prompts.length === 0 && (
          <li className="c-text-3 py-2">{t('You have none yet. Settings → Prompts keeps texts that you use again.')}</li>
        )}
        {prompts.length > 0 && found.length === 0 && <li className="c-text-3 py-2">{t('None fits.')}</li>}
        {found.map((prompt) => (
          <li key={prompt.name}>
            <button type="button" className="picker-row" onClick={() => choose(prompt)}>
              <span className="shrink-0">{prompt.name}</span>
              <span className="flex-1 truncate text-sm c-text-3 text-right">{prompt.text}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-8px">
        <Button
          icon="i-lucide-wand-sparkles"
          disabled={text.trim() === '' || text.startsWith('/')}
          onClick={() => {
            onClose();
            enhancing.start();
          }}
        >
          {t('Enhance your text')}
        </Button>
        <Button
          onClick={() => {
            onClose();
            setOverlay({ type: 'settings', tab: 'prompts' });
          }}
        >
          {t('Edit prompts')}
        </Button>
      </div>
    </DialogFrame>
  );
}
