import { t } from '../../lib/i18n/t.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { PREVIEW_TEXT } from './preview-text.ts';
import type { TypedAddress } from './typed-address.ts';

interface AddressNoteProps {
  /** What was typed and cannot be shown. */
  typed: Exclude<TypedAddress, { type: 'path' }>;
  onClose: () => void;
}

/** Below the address: why what was typed is not shown, and the way to it. */
export function AddressNote({ typed, onClose }: AddressNoteProps) {
  const text = typed.type === 'elsewhere' ? PREVIEW_TEXT.elsewhere(new URL(typed.url).host) : PREVIEW_TEXT.closedPort(typed.port);
  return (
    <div role="alert" className="preview-note">
      <span className="flex-1 min-w-0">{text}</span>
      {typed.type === 'elsewhere' && (
        <a
          className="button button-secondary button-24 no-underline"
          href={typed.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          {PREVIEW_TEXT.openElsewhere()}
        </a>
      )}
      <IconButton icon="i-lucide-x" label={t('Dismiss')} iconSize={14} onClick={onClose} />
    </div>
  );
}
