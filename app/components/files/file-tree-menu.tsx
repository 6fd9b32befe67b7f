import { ContextMenu } from 'radix-ui';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';

interface FileTreeMenuProps {
  onNewFile: () => void;
  onNewFolder: () => void;
  onRename: () => void;
  /** Null: it is a folder. */
  onDownload: (() => void) | null;
  onDelete: () => void;
  /** Locked by itself, by a folder above it, or not. */
  lock: 'own' | 'inherited' | 'none';
  /** Null: locks belong to a chat, and none is open. */
  onLock: ((isLocked: boolean) => void) | null;
}

export function FileTreeMenu({ onNewFile, onNewFolder, onRename, onDownload, onDelete, lock, onLock }: FileTreeMenuProps) {
  const reading = useReadingOnly();
  return (
    <ContextMenu.Portal>
      {/* A name field opens from here: the menu must not take the focus back to the row. */}
      <ContextMenu.Content className="menu" onCloseAutoFocus={(event) => event.preventDefault()}>
        <ContextMenu.Item className="menu-item" onSelect={onNewFile} {...reading}>
          New file
        </ContextMenu.Item>
        <ContextMenu.Item className="menu-item" onSelect={onNewFolder} {...reading}>
          New folder
        </ContextMenu.Item>
        <ContextMenu.Item className="menu-item" onSelect={onRename} {...reading}>
          Rename
        </ContextMenu.Item>
        {onDownload !== null && (
          <ContextMenu.Item className="menu-item" onSelect={onDownload}>
            Download
          </ContextMenu.Item>
        )}
        <LockItem lock={lock} onLock={onLock} />
        <ContextMenu.Item className="menu-item c-red" onSelect={onDelete} {...reading}>
          Delete
        </ContextMenu.Item>
      </ContextMenu.Content>
    </ContextMenu.Portal>
  );
}

/** What is locked no tool of the agent changes. */
function LockItem({ lock, onLock }: Pick<FileTreeMenuProps, 'lock' | 'onLock'>) {
  const reading = useReadingOnly();
  const reason = onLock === null ? 'Locks belong to a chat: send a first message' : lock === 'inherited' ? 'Its folder is locked' : null;
  return (
    <ContextMenu.Item className="menu-item" disabled={reason !== null} onSelect={() => onLock?.(lock === 'none')} {...reading}>
      <span className="flex flex-col">
        {lock === 'none' ? 'Lock' : 'Unlock'}
        {reason !== null && <span className="text-sm c-text-3">{reason}</span>}
      </span>
    </ContextMenu.Item>
  );
}
