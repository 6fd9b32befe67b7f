import { Button } from '../../../ui/button.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';

interface RemoveConnectionDialogProps {
  name: string;
  onRemove: () => Promise<boolean>;
  onClose: () => void;
}

/** Asks before a key is gone. */
export function RemoveConnectionDialog({ name, onRemove, onClose }: RemoveConnectionDialogProps) {
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={`Remove ${name}?`} className="confirm-dialog">
      <p className="c-text-2">
        Its key and its address are deleted here; its models are no longer offered. The key itself stays valid at the provider until you
        revoke it there.
      </p>
      <div className="card-actions">
        <Button
          variant="ink"
          onClick={() => {
            onClose();
            void onRemove();
          }}
        >
          Remove
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </DialogFrame>
  );
}
