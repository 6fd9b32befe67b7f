import './restore-dialog.css';
import { useEffect, useState } from 'react';
import { buttonName } from '../../lib/button-names/button-name.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';

interface RestoreDialogProps {
  title: string;
  /** How many files would change. */
  files: number;
  listFiles: () => Promise<readonly string[]>;
  /** Called to confirm; restores all files if `paths` is undefined. */
  onRestore: (paths?: readonly string[]) => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation before all or some files are restored. */
export function RestoreDialog({ title, files, listFiles, onRestore, onClose }: RestoreDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [paths, setPaths] = useState<readonly string[]>([]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when the dialog opens
  useEffect(() => {
    let isCurrent = true;
    listFiles().then((found) => isCurrent && setPaths(found));
    return () => {
      isCurrent = false;
    };
  }, []);
  const count = left.size === 0 ? files : paths.length - left.size;
  async function restore() {
    setIsBusy(true);
    await (left.size === 0 ? onRestore() : onRestore(paths.filter((path) => !left.has(path))));
    onClose();
  }
  function toggle(path: string) {
    const next = new Set(left);
    if (!next.delete(path)) next.add(path);
    setLeft(next);
  }
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('Restore this checkpoint?')} className="confirm-dialog">
      <p className="c-text-1 break-words">{title}</p>
      <p className="c-text-2">
        {plural(count, {
          one: '{count} file will be restored to that state.',
          other: '{count} files will be restored to that state.',
        })}{' '}
        {t(
          'What is there now becomes a checkpoint of its own, so you can come back. Folders such as node_modules stay as they are; an agent at work is stopped first.',
        )}
      </p>
      {paths.length > 1 && (
        <ul className="restore-files scroll" aria-label={t('Files to restore')}>
          {paths.map((path) => (
            <li key={path}>
              <label className="flex gap-8px items-center">
                <input type="checkbox" checked={!left.has(path)} onChange={() => toggle(path)} />
                <span className="mono text-sm break-words min-w-0">{path}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className="card-actions">
        <Button variant="ink" isBusy={isBusy} disabled={isBusy || count === 0} onClick={restore}>
          {buttonName('restore')}
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </DialogFrame>
  );
}
