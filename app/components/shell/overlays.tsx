import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { $isDoctorAsked } from '../../lib/diagnostics/doctor-request.ts';
import { $compaction } from '../../lib/stores/compaction.ts';
import { $isFolderShown } from '../../lib/stores/local-folder.ts';
import { $undoQuestion } from '../../lib/stores/past.ts';
import { $secretQuestion } from '../../lib/stores/secret-question.ts';
import { $fullStorage } from '../../lib/stores/storage.ts';
import { $commandSheet, $notices } from '../../lib/stores/workbench.ts';
import { type Overlay, useOverlay } from '../page/overlay-context.tsx';
import { useActions } from '../page/workbench-context.tsx';
import { EarlyField } from '../ui/loading/early-field.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { useAttentionPress } from './hooks/use-attention-press.ts';
import { useTheme } from './hooks/use-theme.ts';
import { Tour } from './tour/tour.tsx';

const SettingsDialog = lazyPart(() => import('../settings/settings-dialog.tsx').then((module) => ({ default: module.SettingsDialog })));
const CommandPalette = lazyPart(() => import('../palette/command-palette.tsx').then((module) => ({ default: module.CommandPalette })));
const QuickOpen = lazyPart(() => import('../palette/quick-open.tsx').then((module) => ({ default: module.QuickOpen })));
const GoToSymbol = lazyPart(() => import('../palette/go-to-symbol.tsx').then((module) => ({ default: module.GoToSymbol })));
const ChatsDialog = lazyPart(() => import('./chats-dialog.tsx').then((module) => ({ default: module.ChatsDialog })));
const ProjectsDialog = lazyPart(() => import('../projects/projects-dialog.tsx').then((module) => ({ default: module.ProjectsDialog })));
const ImportDialog = lazyPart(() => import('../projects/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })));
const CloneDialog = lazyPart(() => import('../projects/clone-dialog.tsx').then((module) => ({ default: module.CloneDialog })));
const MachineDialog = lazyPart(() => import('../machines/machine-dialog.tsx').then((module) => ({ default: module.MachineDialog })));
const HelpDialog = lazyPart(() => import('./help/help-dialog.tsx').then((module) => ({ default: module.HelpDialog })));
const ForgetDialog = lazyPart(() => import('../forget/forget-dialog.tsx').then((module) => ({ default: module.ForgetDialog })));
const GeneratorDialog = lazyPart(() => import('../projects/generator-dialog.tsx').then((module) => ({ default: module.GeneratorDialog })));
const OpenFolderDialog = lazyPart(() =>
  import('../projects/local-folder/open-folder-dialog.tsx').then((module) => ({ default: module.OpenFolderDialog })),
);
const FolderDialog = lazyPart(() =>
  import('../projects/local-folder/folder-dialog.tsx').then((module) => ({ default: module.FolderDialog })),
);
const SessionDialog = lazyPart(() => import('../projects/session-dialog.tsx').then((module) => ({ default: module.SessionDialog })));
const CompactionDialog = lazyPart(() =>
  import('../chat/run/compaction-dialog.tsx').then((module) => ({ default: module.CompactionDialog })),
);
const CommandSheetDialog = lazyPart(() => import('./command-sheet.tsx').then((module) => ({ default: module.CommandSheetDialog })));
const SecretDialog = lazyPart(() => import('./secret-dialog.tsx').then((module) => ({ default: module.SecretDialog })));
const UndoDialog = lazyPart(() => import('../changes/undo-dialog.tsx').then((module) => ({ default: module.UndoDialog })));
const FullStorageCard = lazyPart(() => import('./storage/full-storage-card.tsx').then((module) => ({ default: module.FullStorageCard })));
const Toasts = lazyPart(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })));

/**
 * Parts that the page does not need before the user can type: dialogs, palette and toasts. The code of each dialog is loaded when it is
 * first needed.
 */
export function Overlays() {
  const { overlay, setOverlay } = useOverlay();
  const isCompactionOpen = useStore($compaction).state !== 'closed';
  const isUndoAsked = useStore($undoQuestion) !== null;
  const isFolderShown = useStore($isFolderShown);
  const isSecretAsked = useStore($secretQuestion) !== null;
  const hasSheet = useStore($commandSheet) !== null;
  const isStorageFull = useStore($fullStorage) !== null;
  useDoctorRequest();
  useAddressSecret();
  useAttentionPress();
  // Has no effect until the settings are loaded.
  useTheme();
  const hasNotices = useStore($notices).length > 0;
  const [hadNotices, setHadNotices] = useState(false);
  useEffect(() => {
    if (hasNotices) setHadNotices(true);
  }, [hasNotices]);
  const close = (isOpen: boolean) => {
    if (!isOpen) setOverlay({ type: 'none' });
  };
  return (
    <Suspense fallback={isList(overlay) && <EarlyField onClose={() => close(false)} />}>
      <OpenOverlay overlay={overlay} onOpenChange={close} />
      {isCompactionOpen && <CompactionDialog />}
      {isUndoAsked && <UndoDialog />}
      {isFolderShown && <FolderDialog />}
      {isSecretAsked && <SecretDialog />}
      {hasSheet && <CommandSheetDialog />}
      {isStorageFull && <FullStorageCard />}
      {hadNotices && <Toasts />}
      <Tour />
    </Suspense>
  );
}

/** Whether the overlay has a field that receives the text typed next. */
function isList({ type }: Overlay): boolean {
  return type === 'palette' || type === 'quick-open' || type === 'symbols';
}

/** Opens the diagnostics for `/doctor`, as a command or an address. */
function useDoctorRequest(): void {
  const { setOverlay } = useOverlay();
  const isDoctorAsked = useStore($isDoctorAsked);
  useEffect(() => {
    if (!isDoctorAsked) return;
    $isDoctorAsked.set(false);
    setOverlay({ type: 'settings', tab: 'diagnostics' });
  }, [isDoctorAsked, setOverlay]);
}

/**
 * Asks about the bridge that has opened this page, or takes the key of `npm start`. Either secret leaves the address at once, so that no
 * history keeps it.
 */
function useAddressSecret(): void {
  const { setOverlay } = useOverlay();
  const { enterOwnComputerKey } = useActions('machines');
  useEffect(() => {
    const take = () => {
      const { hash, pathname, search } = location;
      const isBridge = hash.startsWith('#bridge=');
      if (!isBridge && !hash.startsWith('#own-computer=')) return;
      history.replaceState(history.state, '', pathname + search);
      if (isBridge) setOverlay({ type: 'machine', link: hash });
      else void enterOwnComputerKey(hash);
    };
    take();
    // An address that is entered in a tab of the app changes only the part after `#`.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [setOverlay, enterOwnComputerKey]);
}

function OpenOverlay({ overlay, onOpenChange }: { overlay: Overlay; onOpenChange: (isOpen: boolean) => void }) {
  const { setOverlay } = useOverlay();
  switch (overlay.type) {
    case 'none':
      return null;
    case 'settings':
      return <SettingsDialog tab={overlay.tab} onTabChange={(tab) => setOverlay({ type: 'settings', tab })} onOpenChange={onOpenChange} />;
    case 'palette':
      return <CommandPalette onOpenChange={onOpenChange} />;
    case 'quick-open':
      return <QuickOpen {...(overlay.typed === undefined ? {} : { typed: overlay.typed })} onOpenChange={onOpenChange} />;
    case 'symbols':
      return <GoToSymbol onOpenChange={onOpenChange} />;
    case 'chats':
      return <ChatsDialog renamed={overlay.renamed ?? null} onOpenChange={onOpenChange} />;
    case 'projects':
      return <ProjectsDialog onOpenChange={onOpenChange} />;
    case 'import':
      return (
        <ImportDialog collect={overlay.collect} onSession={(file) => setOverlay({ type: 'session', file })} onOpenChange={onOpenChange} />
      );
    case 'open-folder':
      return <OpenFolderDialog onOverlay={setOverlay} onOpenChange={onOpenChange} />;
    case 'session':
      return <SessionDialog file={overlay.file} onOpenChange={onOpenChange} />;
    case 'generator':
      return <GeneratorDialog onOpenChange={onOpenChange} />;
    case 'clone':
      return <CloneDialog onImport={setOverlay} onOpenChange={onOpenChange} />;
    case 'machine':
      return <MachineDialog {...overlay} onOpenChange={onOpenChange} />;
    case 'forget':
      return <ForgetDialog onOpenChange={onOpenChange} />;
    case 'help':
      return (
        <HelpDialog
          page={overlay.page}
          onPage={(page) => setOverlay({ type: 'help', page })}
          onBack={() => setOverlay({ type: 'settings', tab: 'about' })}
          onOpenChange={onOpenChange}
        />
      );
  }
}
