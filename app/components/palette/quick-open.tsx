import './command-palette.css';
import { useStore } from '@nanostores/react';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $activeTab, $files, $recentFiles, type FilePlace } from '../../lib/stores/files.ts';
import { showTab } from '../page/show-tab.ts';
import { useActions } from '../page/workbench-context.tsx';
import { DialogContent } from '../ui/dialog/dialog-content.tsx';
import { FileIcon } from '../ui/files/file-icon.tsx';
import { PathLabel } from '../ui/path-label.tsx';
import { PaletteField } from './palette-field.tsx';
import { type FileQuery, rankFiles, readFileQuery } from './rank-files.ts';

/** Number of files shown; others are found by typing. */
const SHOWN = 100;

/** Returns the files that match. The open file comes last of the recent ones, because the user is unlikely to look for it. */
function useFoundFiles({ name, line }: FileQuery): readonly string[] {
  const files = useStore($files);
  const recent = useStore($recentFiles);
  const active = useStore($activeTab);
  const paths = useMemo(() => [...files].flatMap(([path, { kind }]) => (kind === 'file' ? [path] : [])), [files]);
  return useMemo(() => {
    if (name === '' && line !== null) return active === null ? [] : [active];
    const used = active === null || name !== '' ? recent : [...recent.filter((path) => path !== active), active];
    return rankFiles(paths, used, name).slice(0, SHOWN);
  }, [paths, recent, active, name, line]);
}

function placeOf({ line, column }: FileQuery): FilePlace | undefined {
  return line === null ? undefined : { line, column: Math.max(0, (column ?? 1) - 1) };
}

interface QuickOpenProps {
  /** The initial text of the field. */
  typed?: string;
  onOpenChange: (isOpen: boolean) => void;
}

/** Opens a file of the project by name. `:42` after the name goes to that line; alone, to that line of the open file. */
export function QuickOpen({ typed: first = '', onOpenChange }: QuickOpenProps) {
  const actions = useActions('files');
  const [typed, setTyped] = useState(first);
  // Deferred, because tens of thousands of paths are searched while the user types.
  const searched = useDeferredValue(typed);
  const query = useMemo(() => readFileQuery(searched), [searched]);
  const found = useFoundFiles(query);
  const [selected, setSelected] = useState('');
  // Enter opens the best of the shown files, once they are rendered.
  const [settled, setSettled] = useState<readonly string[] | null>(null);
  useEffect(() => {
    setSelected(found[0] ?? '');
    setSettled(found);
  }, [found]);
  const hasChosen = useRef(false);
  const open = (path: string) => {
    hasChosen.current = true;
    onOpenChange(false);
    showTab('code');
    void actions.openFile(path, placeOf(readFileQuery(typed)));
  };
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        {/* The editor gets the focus. */}
        <DialogContent className="dialog palette" onCloseAutoFocus={(event) => hasChosen.current && event.preventDefault()}>
          <Dialog.Title className="visually-hidden">{t('Open a file')}</Dialog.Title>
          <Command label={t('Open a file')} shouldFilter={false} value={selected} onValueChange={setSelected} loop>
            <PaletteField
              icon="i-lucide-file-search"
              placeholder={t('File name; :42 for a line')}
              value={typed}
              onValue={setTyped}
              isBusy={searched !== typed || settled !== found}
            />
            <Command.List label={t('Open a file')} className="palette-list scroll">
              <Command.Empty className="py-20px px-10px c-text-3">
                {query.name === ''
                  ? t('No file is open, and the project has none.')
                  : t('No file is called “{name}”.', { name: query.name })}
              </Command.Empty>
              {found.map((path) => (
                <Command.Item key={path} value={path} className="palette-item" onSelect={() => open(path)}>
                  <FileIcon path={path} size={15} />
                  <PathLabel path={path} />
                  {query.line !== null && <span className="text-sm shrink-0 c-text-2">{t('line {line}', { line: query.line })}</span>}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
