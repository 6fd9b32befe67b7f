import { ContextMenu } from 'radix-ui';

interface FileTreeMenuProps {
  onNewFile: () => void;
  onNewFolder: () => void;
  onRename: () => void;
  onDelete: () => void;
}

export function FileTreeMenu({ onNewFile, onNewFolder, onRename, onDelete }: FileTreeMenuProps) {
  return (
    <ContextMenu.Portal>
      {/* A name field opens from here: the menu must not take the focus back to the row. */}
      <ContextMenu.Content className="menu" onCloseAutoFocus={(event) => event.preventDefault()}>
        <ContextMenu.Item className="menu-item" onSelect={onNewFile}>
          New file
        </ContextMenu.Item>
        <ContextMenu.Item className="menu-item" onSelect={onNewFolder}>
          New folder
        </ContextMenu.Item>
        <ContextMenu.Item className="menu-item" onSelect={onRename}>
          Rename
        </ContextMenu.Item>
        <ContextMenu.Item className="menu-item c-red" onSelect={onDelete}>
          Delete
        </ContextMenu.Item>
      </ContextMenu.Content>
    </ContextMenu.Portal>
  );
}
