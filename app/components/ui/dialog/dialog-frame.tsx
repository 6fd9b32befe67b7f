import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { DialogContent } from './dialog-content.tsx';

interface DialogFrameProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The dialog's accessible name. */
  title: string;
  /** Whether the title is only for screen readers. */
  isTitleHidden?: boolean;
  className?: string;
  children: ReactNode;
}

/** A modal dialog with a backdrop. Loaded with the first dialog that is opened, not with the page. */
export function DialogFrame({ isOpen, onOpenChange, title, isTitleHidden = false, className = '', children }: DialogFrameProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <DialogContent className={`dialog ${className}`}>
          <Dialog.Title className={isTitleHidden ? 'visually-hidden' : 'dialog-title'}>{title}</Dialog.Title>
          {children}
          <Dialog.Close className="icon-button dialog-close" aria-label={t('Close')}>
            <span aria-hidden="true" className="icon i-lucide-x" style={{ width: 16, height: 16 }} />
          </Dialog.Close>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
