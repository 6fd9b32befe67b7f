import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';

interface RemoveServerDialogProps {
  name: string;
  onRemove: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a server and what is kept of it are gone. */
export function RemoveServerDialog({ name, onRemove, onClose }: RemoveServerDialogProps) {
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={`Remove ${name}?`} className="confirm-dialog">
      <p className="c-text-2">
        Its permissions, header and environment values and its sign-in are deleted in this browser. The server itself is not changed.
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
