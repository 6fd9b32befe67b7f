import { t } from '../../../lib/i18n/t.ts';
import type { Overlay } from '../overlay-context.tsx';
import { overlayForFiles } from './import-overlay.ts';
import { pickFiles } from './pick-files.ts';

/** How a project comes into Devonz. */
export interface WayIn {
  name: string;
  icon: string;
  title: () => string;
  begin(setOverlay: (overlay: Overlay) => void): void;
}

/** A line adds one; the start page, the list of projects and the palette show it. */
export const WAYS_IN: readonly WayIn[] = [
  {
    name: 'folder',
    icon: 'i-lucide-folder-open',
    title: () => t('Open a folder…'),
    // Kept equal with it where the browser can do so; elsewhere a copy is taken. The server, which draws the list too, cannot know which.
    begin: (setOverlay) =>
      'showDirectoryPicker' in globalThis
        ? setOverlay({ type: 'open-folder' })
        : pickFiles({ webkitdirectory: true }, (files) => setOverlay(overlayForFiles(files))),
  },
  {
    name: 'files',
    icon: 'i-lucide-file-up',
    title: () => t('Upload files…'),
    begin: (setOverlay) => pickFiles({ multiple: true }, (files) => setOverlay(overlayForFiles(files))),
  },
  {
    name: 'zip',
    icon: 'i-lucide-file-archive',
    title: () => t('Import a zip or a session…'),
    begin: (setOverlay) => pickFiles({ accept: '.zip,application/zip' }, (files) => setOverlay(overlayForFiles(files))),
  },
  {
    name: 'clone',
    icon: 'i-lucide-git-branch',
    title: () => t('Clone a repository…'),
    begin: (setOverlay) => setOverlay({ type: 'clone' }),
  },
  {
    name: 'generator',
    icon: 'i-lucide-wand-sparkles',
    title: () => t('From a generator…'),
    begin: (setOverlay) => setOverlay({ type: 'generator' }),
  },
];
