import { saveBlob } from '../../../lib/browser/save-blob.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $activeTab, $fileStandings, $revealedPath, $showsIgnored, $tabs, type FileStanding } from '../../../lib/stores/files.ts';
import { closeFiles } from '../../page/close-files.ts';
import type { Command } from '../../page/keys/command.ts';
import { KNOWN_KEYS } from '../../page/keys/known-keys.ts';
import { showTab } from '../../page/show-tab.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import { canEdit, canWork, hasChat, hasFile } from '../command-reasons.ts';
import { pressButton, pressButtonIn } from '../press-button.ts';

const unsaved = () =>
  [...$fileStandings.get()].filter(([, standing]: [string, FileStanding]) => standing === 'unsaved').map(([path]) => path);
const others = () => $tabs.get().filter((path) => path !== $activeTab.get());
const hasOthers = () => others().length > 0;

/** Activates the next or previous tab, wrapping around. */
function step(by: 1 | -1): void {
  const tabs = $tabs.get();
  const next = tabs.at((tabs.indexOf($activeTab.get() ?? '') + by) % tabs.length);
  if (next === undefined) return;
  showTab('code');
  $activeTab.set(next);
}

/** In a narrow window, the editor may hide the tree. */
function inTree(id: string): void {
  pressButton('go-to-files');
  pressButtonIn('code', id);
}

/** Commands for files: find, create, save, close. */
export const FILE_COMMANDS: readonly Command[] = [
  {
    id: 'quick-open',
    group: 'files',
    icon: 'i-lucide-file-search',
    text: () => t('Open a file by its name'),
    keys: KNOWN_KEYS['quick-open'],
    when: hasChat,
    run: ({ setOverlay }) => setOverlay({ type: 'quick-open' }),
  },
  {
    id: 'save-file',
    group: 'files',
    icon: 'i-lucide-save',
    text: () => t('Save the open file'),
    keys: 'Ctrl+S',
    when: canEdit,
    run: ({ actions }) => void actions.files.saveFile($activeTab.get() ?? ''),
  },
  {
    id: 'save-all',
    group: 'files',
    icon: 'i-lucide-save-all',
    text: () => t('Save all files'),
    when: () => unsaved().length > 0 && canWork(),
    run({ actions }) {
      for (const path of unsaved()) void actions.files.saveFile(path);
    },
  },
  {
    id: 'close-file',
    group: 'files',
    icon: 'i-lucide-x',
    text: () => t('Close the open file'),
    keys: 'Alt+W',
    when: hasFile,
    run: ({ actions }) => closeFiles(actions.files, [$activeTab.get() ?? '']),
  },
  {
    id: 'close-other-files',
    group: 'files',
    icon: 'i-lucide-x',
    text: () => t('Close the other files'),
    when: hasOthers,
    run: ({ actions }) => closeFiles(actions.files, others()),
  },
  {
    id: 'close-all-files',
    group: 'files',
    icon: 'i-lucide-x',
    text: () => t('Close all files'),
    when: hasFile,
    run: ({ actions }) => closeFiles(actions.files, $tabs.get()),
  },
  {
    id: 'next-file',
    group: 'files',
    icon: 'i-lucide-arrow-right',
    text: () => t('Go to the next open file'),
    keys: 'Alt+PageDown',
    isRepeated: true,
    when: hasOthers,
    run: () => step(1),
  },
  {
    id: 'previous-file',
    group: 'files',
    icon: 'i-lucide-arrow-left',
    text: () => t('Go to the previous open file'),
    keys: 'Alt+PageUp',
    isRepeated: true,
    when: hasOthers,
    run: () => step(-1),
  },
  {
    id: 'reveal-file',
    group: 'files',
    icon: 'i-lucide-crosshair',
    text: () => t('Reveal the open file in the tree'),
    when: hasFile,
    run() {
      showTab('code');
      pressButton('go-to-files');
      $revealedPath.set($activeTab.get());
    },
  },
  { id: 'new-file', group: 'files', icon: 'i-lucide-file-plus', text: () => t('New file…'), when: canWork, run: () => inTree('new-file') },
  {
    id: 'new-folder',
    group: 'files',
    icon: 'i-lucide-folder-plus',
    text: () => t('New folder…'),
    when: canWork,
    run: () => inTree('new-folder'),
  },
  {
    id: 'download-file',
    group: 'files',
    icon: 'i-lucide-download',
    text: () => t('Download the open file'),
    when: hasFile,
    run({ actions }) {
      const path = $activeTab.get() ?? '';
      // As in the tree: invisible characters could make the name look like another.
      const name = visibleName(path.slice(path.lastIndexOf('/') + 1));
      void actions.files.exportFile(path).then((blob) => blob !== null && saveBlob(blob, name));
    },
  },
  {
    id: 'toggle-ignored',
    group: 'files',
    icon: 'i-lucide-eye-off',
    text: () => ($showsIgnored.get() ? t('Hide ignored files') : t('Show ignored files')),
    when: hasChat,
    run: () => $showsIgnored.set(!$showsIgnored.get()),
  },
];
