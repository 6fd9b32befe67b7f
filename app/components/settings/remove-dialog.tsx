import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';

interface RemoveDialogProps {
  name: string;
  /** What is gone with it, and what is not. */
  children: ReactNode;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something and what is kept of it are gone. */
export function RemoveDialog({ name, children, onRemove, onClose }: RemoveDialogProps) {
  function remove() {
    onClose();
    void onRemove();
  }
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={`Remove ${name}?`} className="confirm-dialog">
      <p className="c-text-2">{children}</p>
      <div className="card-actions">
        <Button variant="ink" onClick={remove}>
          Remove
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </DialogFrame>
  );
}
