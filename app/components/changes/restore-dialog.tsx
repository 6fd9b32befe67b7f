import './restore-dialog.css';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';

interface RestoreDialogProps {
  title: string;
  /** How many files would change. */
  files: number;
  onRestore: () => Promise<void>;
  onClose: () => void;
}

/** Asks before files are taken back. */
export function RestoreDialog({ title, files, onRestore, onClose }: RestoreDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  async function restore() {
    setIsBusy(true);
    await onRestore();
    onClose();
  }
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Restore this checkpoint?" className="confirm-dialog">
      <p className="c-text-1 break-words">{title}</p>
      <p className="c-text-2">
        {files === 1 ? '1 file will be restored to that state.' : `${files} files will be restored to that state.`} What is there now
        becomes a checkpoint of its own, so you can come back. Folders such as node_modules stay as they are; an agent at work is stopped
        first.
      </p>
      <div className="card-actions">
        <Button variant="ink" isBusy={isBusy} disabled={isBusy} onClick={restore}>
          Restore
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </DialogFrame>
  );
}
