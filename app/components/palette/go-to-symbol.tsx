import './command-palette.css';
import './go-to-symbol.css';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { symbolsInText } from '../../lib/editor/outline/symbols-in-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { $activeTab, $glance, $openFiles } from '../../lib/stores/files.ts';
import { $filePositions } from '../../lib/stores/window.ts';
import type { FileSymbol, SymbolKind } from '../../lib/types-service/type-questions.ts';
import { useActions } from '../page/workbench-context.tsx';
import { DialogContent } from '../ui/dialog/dialog-content.tsx';
import { Icon } from '../ui/icon.tsx';
import { PaletteField } from './palette-field.tsx';
import { rankSymbols } from './rank-symbols.ts';

/** Number of symbols shown; others are found by typing. */
const SHOWN = 300;

const KIND_NAMES: Readonly<Record<SymbolKind, () => string>> = {
  function: () => t('function'),
  method: () => t('method'),
  class: () => t('class'),
  interface: () => t('interface'),
  type: () => t('type'),
  enum: () => t('enum'),
  module: () => t('module'),
  variable: () => t('variable'),
  property: () => t('property'),
  heading: () => t('heading'),
  rule: () => t('rule'),
  element: () => t('element'),
  key: () => t('key'),
};
const ICONS: Readonly<Record<SymbolKind, string>> = {
  function: 'i-lucide-square-function',
  method: 'i-lucide-square-function',
  class: 'i-lucide-box',
  interface: 'i-lucide-shapes',
  type: 'i-lucide-shapes',
  enum: 'i-lucide-list',
  module: 'i-lucide-package',
  variable: 'i-lucide-variable',
  property: 'i-lucide-dot',
  heading: 'i-lucide-hash',
  rule: 'i-lucide-braces',
  element: 'i-lucide-code-xml',
  key: 'i-lucide-dot',
};

/** Returns undefined while the symbols are loading, and null if there is no outline. */
function useSymbols(path: string): readonly FileSymbol[] | null | undefined {
  const types = useActions('types');
  const [symbols, setSymbols] = useState<readonly FileSymbol[] | null | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    const text = ($openFiles.get().get(path)?.text ?? '').replace(/\r\n?/g, '\n');
    let isKnown = false;
    const showIn = (found: readonly FileSymbol[] | null) => !isLeft && !isKnown && setSymbols(found);
    const showKnown = (found: readonly FileSymbol[] | null) => {
      if (isLeft || found === null) return;
      isKnown = true;
      setSymbols(found);
    };
    // The grammar's symbols are available at once; TypeScript, which knows more, may have to load first, or may have ended.
    symbolsInText(path, text).then(showIn, () => showIn(null));
    types.askTypes({ kind: 'outline', path }).then(showKnown, () => undefined);
    return () => {
      isLeft = true;
    };
  }, [path, types]);
  return symbols;
}

const idOf = ({ from }: FileSymbol) => String(from);

/** The symbols of the open file. Arrows show their places, Enter goes there, Escape returns to the previous place. */
export function GoToSymbol({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const [path] = useState(() => $activeTab.get() ?? '');
  const symbols = useSymbols(path);
  const [typed, setTyped] = useState('');
  const found = useMemo(() => rankSymbols(symbols ?? [], typed), [symbols, typed]);
  const [selected, setSelected] = useState('');
  // Enter chooses from the shown symbols, once they are rendered.
  const [settled, setSettled] = useState<readonly FileSymbol[] | null>(null);
  const chosen = useRef<FileSymbol | null>(null);
  const hasMoved = useRef(false);
  const select = (id: string) => {
    setSelected(id);
    const symbol = found.find((each) => idOf(each) === id);
    if (symbol && hasMoved.current) $glance.set({ type: 'show', from: symbol.from, to: symbol.to });
  };
  // First the symbol around the caret; later the best match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is found decides.
  useEffect(() => {
    setSettled(found);
    // TypeScript's additions do not change the user's selection.
    if (typed === '' && hasMoved.current && found.some((symbol) => idOf(symbol) === selected)) return;
    const caret = $filePositions.get().get(path)?.head ?? 0;
    const first = typed === '' ? (found.findLast(({ from }) => from <= caret) ?? found[0]) : found[0];
    if (first) select(idOf(first));
  }, [found]);
  // Ignores the list's own initial selection.
  const moveTo = (id: string) => hasMoved.current && select(id);
  const close = (isOpen: boolean) => {
    $glance.set({ type: 'back' });
    onOpenChange(isOpen);
  };
  const choose = (symbol: FileSymbol) => {
    chosen.current = symbol;
    onOpenChange(false);
  };
  const goThere = (event: Event) => {
    if (chosen.current === null) return;
    // The editor gets the focus.
    event.preventDefault();
    $glance.set({ type: 'choose', from: chosen.current.from, to: chosen.current.to });
  };
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim symbols-scrim" />
        <DialogContent
          className="dialog palette symbols"
          onKeyDownCapture={() => {
            hasMoved.current = true;
          }}
          onCloseAutoFocus={goThere}
        >
          <Dialog.Title className="visually-hidden">{t('Go to a symbol')}</Dialog.Title>
          <Command label={t('Go to a symbol')} shouldFilter={false} value={selected} onValueChange={moveTo} disablePointerSelection loop>
            <PaletteField
              icon="i-lucide-list-tree"
              placeholder={t('A symbol in {path}', { path })}
              value={typed}
              onValue={setTyped}
              isBusy={symbols === undefined || settled !== found}
            />
            <Command.List label={t('Go to a symbol')} className="palette-list scroll">
              <Command.Empty className="py-20px px-10px c-text-3">{emptyText(symbols, path, typed)}</Command.Empty>
              {found.slice(0, SHOWN).map((symbol) => (
                <SymbolItem key={idOf(symbol)} symbol={symbol} isIndented={typed === ''} onSelect={() => choose(symbol)} />
              ))}
              {found.length > SHOWN && (
                <p className="m-0 py-8px px-10px text-sm c-text-3">
                  {plural(found.length - SHOWN, { one: 'One more: type to find it', other: '{count} more: type to find them' })}
                </p>
              )}
            </Command.List>
          </Command>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SymbolItem({ symbol, isIndented, onSelect }: { symbol: FileSymbol; isIndented: boolean; onSelect: () => void }) {
  const { name, kind, level } = symbol;
  return (
    <Command.Item value={idOf(symbol)} className="palette-item" onSelect={onSelect}>
      <span className="flex items-center gap-10px flex-1 min-w-0" style={isIndented ? { paddingLeft: level * 16 } : undefined}>
        <Icon name={ICONS[kind]} size={15} className="shrink-0 c-text-2" />
        <span className="truncate font-mono text-sm">{name}</span>
      </span>
      <span className="text-sm shrink-0 c-text-2">{KIND_NAMES[kind]()}</span>
    </Command.Item>
  );
}

function emptyText(symbols: readonly FileSymbol[] | null | undefined, path: string, typed: string): string {
  if (symbols === undefined) return t('Reading the file…');
  if (symbols === null) return t('There is no outline of {path}: its language has none here, or it is too long.', { path });
  return symbols.length === 0 ? t('The file declares nothing.') : t('Nothing is called “{query}”.', { query: typed });
}
