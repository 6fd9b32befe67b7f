import { useRef } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif';

/** Opens the browser's file dialog. */
export function AttachImageButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={t('Images to attach')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
      <IconButton
        icon="i-lucide-image-plus"
        label={t('Attach images')}
        tip={t('Attach images: choose, paste or drop them')}
        data-tip-side="top"
        className="attach-image"
        data-command="attach-images"
        onClick={() => field.current?.click()}
      />
    </>
  );
}
