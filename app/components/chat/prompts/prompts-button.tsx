import { Suspense, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { SavedPrompt } from '../../../lib/protocol/prompts/saved-prompt.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import type { Enhancing } from './enhancing.ts';

const PromptPicker = lazyPart(() => import('./prompt-picker.tsx').then((module) => ({ default: module.PromptPicker })));

interface PromptsButtonProps {
  onChoose: (prompt: SavedPrompt) => void;
  enhancing: Enhancing;
  text: string;
}

/** Opens the user's own prompts. */
export function PromptsButton({ onChoose, enhancing, text }: PromptsButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="i-lucide-message-square-quote"
        label={t('Prompts')}
        tip={t('Prompts: texts of your own')}
        data-tip-side="top"
        aria-haspopup="dialog"
        data-command="prompts"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <PromptPicker onChoose={onChoose} enhancing={enhancing} text={text} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
