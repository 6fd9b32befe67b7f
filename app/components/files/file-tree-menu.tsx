import { useStore } from '@nanostores/react';
import { ContextMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $showsIgnored } from '../../lib/stores/files.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { visibleName } from '../ui/text/visible-name.ts';
import type { TreeRow } from './file-tree-rows.ts';
import type { TreeCommands } from './use-tree-commands.ts';

interface FileTreeMenuProps {
  /** `null` if it was opened outside of all rows. */
  row: TreeRow | null;
  commands: TreeCommands;
  /** Name of the cut entry, or `null`. */
  cutName: string | null;
  /** Locked itself, by a folder above it, or not at all. */
  lock: 'own' | 'inherited' | 'none';
  /** `null` if no chat is open, because locks belong to a chat. */
  onLock: ((isLocked: boolean) => void) | null;
}

/** One menu for all rows, for the row that it was opened on. */
export function FileTreeMenu({ row, commands, cutName, lock, onLock }: FileTreeMenuProps) {
  return (
    <ContextMenu.Portal>
      {/* A name field opens from here, so the menu must not return the focus to the row. */}
      <ContextMenu.Content className="menu" onCloseAutoFocus={(event) => event.preventDefault()}>
        <Change onSelect={() => commands.startNew('file', row)}>{t('New file')}</Change>
        <Change onSelect={() => commands.startNew('folder', row)}>{t('New folder')}</Change>
        {onLock !== null && <Change onSelect={() => commands.upload(row)}>{t('Upload files…')}</Change>}
        {cutName !== null && (
          <Change onSelect={() => commands.paste(row)}>
            <span className="truncate max-w-280px">{t('Move “{name}” here', { name: visibleName(cutName) })}</span>
          </Change>
        )}
        {row === null ? (
          <IgnoredItem />
        ) : (
          <>
            <Change onSelect={() => commands.rename(row)}>{t('Rename')}</Change>
            <Change onSelect={() => commands.cut(row)}>{t('Cut')}</Change>
            <Item onSelect={() => commands.download(row)}>{row.kind === 'file' ? t('Download') : t('Download as zip')}</Item>
            <LockItem lock={lock} onLock={onLock} />
            <Change onSelect={() => commands.remove(row)} className="c-red">
              {t('Delete')}
            </Change>
            <IgnoredItem />
          </>
        )}
      </ContextMenu.Content>
    </ContextMenu.Portal>
  );
}

interface ItemProps {
  onSelect: () => void;
  children: ReactNode;
}

function Item({ onSelect, children }: ItemProps) {
  return (
    <ContextMenu.Item className="menu-item" onSelect={onSelect}>
      {children}
    </ContextMenu.Item>
  );
}

/** An item that changes the project. */
function Change({ onSelect, className = '', children }: ItemProps & { className?: string }) {
  const reading = useReadingOnly();
  return (
    <ContextMenu.Item className={`menu-item ${className}`} onSelect={onSelect} {...reading}>
      {children}
    </ContextMenu.Item>
  );
}

function IgnoredItem() {
  const showsIgnored = useStore($showsIgnored);
  return (
    <ContextMenu.CheckboxItem className="menu-item" checked={showsIgnored} onCheckedChange={(checked) => $showsIgnored.set(checked)}>
      <span className="flex-1">{t('Show ignored files')}</span>
      <ContextMenu.ItemIndicator className="i-lucide-check" />
    </ContextMenu.CheckboxItem>
  );
}

/** Locks a path: no tool of the agent can change it. */
function LockItem({ lock, onLock }: Pick<FileTreeMenuProps, 'lock' | 'onLock'>) {
  const reading = useReadingOnly();
  const reason =
    onLock === null ? t('Locks belong to a chat: send a first message') : lock === 'inherited' ? t('Its folder is locked') : null;
  return (
    <ContextMenu.Item className="menu-item" disabled={reason !== null} onSelect={() => onLock?.(lock === 'none')} {...reading}>
      <span className="flex flex-col">
        {lock === 'none' ? t('Lock') : t('Unlock')}
        {reason !== null && <span className="text-sm c-text-3">{reason}</span>}
      </span>
    </ContextMenu.Item>
  );
}
