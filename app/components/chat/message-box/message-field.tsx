import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { t } from '../../../lib/i18n/t.ts';

interface MessageFieldProps {
  box: RefObject<HTMLTextAreaElement>;
  text: string;
  /** Shown before the text. */
  prompt: string;
  /** Shown while there is no text; `placeholder` is the equivalent for screen readers. */
  hint: string;
  placeholder: string;
  /** The open menu over the box, or `null`. */
  menu: { listId: string; current: number; optionId(index: number): string } | null;
  onChange: (text: string) => void;
  /** Called when the caret may have moved. */
  onCaret: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** The text field of the message box. */
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
