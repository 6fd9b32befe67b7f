import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';

interface RemoveDialogProps {
  name: string;
  /** Describes what is deleted with it, and what is not. */
  children: ReactNode;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for confirmation before something and its stored data are deleted. */
export function RemoveDialog({ name, children, onRemove, onClose }: RemoveDialogProps) {
  function remove() {
    onClose();
    void onRemove();
  }
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('Remove {name}?', { name })} className="confirm-dialog">
      <p className="c-text-2">{children}</p>
      <div className="card-actions">
        <Button variant="ink" onClick={remove}>
          {t('Remove')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </DialogFrame>
  );
}
