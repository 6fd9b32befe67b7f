import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { TypedAddress } from './typed-address.ts';

interface AddressNoteProps {
  /** An address that was typed or navigated to and cannot be shown. */
  typed: Exclude<TypedAddress, { type: 'path' }>;
  onClose: () => void;
  /** Navigates back, if the page itself has gone to that address. */
  onBack?: (() => void) | undefined;
}

/** Shown below the address bar: why an address is not shown, with a link to it. */
export function AddressNote({ typed, onClose, onBack }: AddressNoteProps) {
  const text =
    typed.type === 'elsewhere'
      ? t('{host} is not shown here: the preview shows what the project’s own servers answer.', { host: new URL(typed.url).host })
      : t('No server of the project has opened port {port}.', { port: typed.port });
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
          {onBack === undefined ? t('Open in a new tab') : t('Open {host} in a new tab', { host: new URL(typed.url).host })}
        </a>
      )}
      {onBack !== undefined && (
        <Button size={24} onClick={onBack}>
          {t('Back to the page')}
        </Button>
      )}
      <IconButton icon="i-lucide-x" label={t('Dismiss')} iconSize={14} onClick={onClose} />
    </div>
  );
}
