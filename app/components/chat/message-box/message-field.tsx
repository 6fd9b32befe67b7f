import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { t } from '../../../lib/i18n/t.ts';

interface MessageFieldProps {
  box: RefObject<HTMLTextAreaElement>;
  text: string;
  /** Drawn before the text. */
  prompt: string;
  /** Drawn while there is no text; `placeholder`: the same for those who do not see the drawing. */
  hint: string;
  placeholder: string;
  /** The menu that is open over it; null: none. */
  menu: { listId: string; current: number; optionId(index: number): string } | null;
  onChange: (text: string) => void;
  /** The caret may have moved. */
  onCaret: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** The field that a message is written in. */
export function MessageField({ box, text, prompt, hint, placeholder, menu, onChange, onCaret, onKeyDown, onPaste }: MessageFieldProps) {
  return (
    <div className="message-input">
      <span aria-hidden="true" className="message-prompt">
        {prompt}
      </span>
      {text === '' && (
        <span aria-hidden="true" className="message-hint">
          {hint}
        </span>
      )}
      <textarea
        ref={box}
        aria-label={t('Message')}
        aria-controls={menu?.listId}
        aria-activedescendant={menu?.optionId(menu.current)}
        placeholder={placeholder}
        rows={2}
        value={text}
        onChange={(event) => {
          onChange(event.target.value);
          onCaret();
        }}
        onSelect={onCaret}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        enterKeyHint="send"
      />
    </div>
  );
}
