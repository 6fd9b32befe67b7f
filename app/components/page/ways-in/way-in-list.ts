import { t } from '../../../lib/i18n/t.ts';
import type { Overlay } from '../overlay-context.tsx';
import { overlayForFiles } from './import-overlay.ts';
import { pickFiles } from './pick-files.ts';

/** A way to bring a project into Devonz. */
export interface WayIn {
  name: string;
  icon: string;
  title: () => string;
  begin(setOverlay: (overlay: Overlay) => void): void;
}

/** Shown on the start page, in the list of projects and in the palette. */
export const WAYS_IN: readonly WayIn[] = [
  {
    name: 'folder',
    icon: 'i-lucide-folder-open',
    title: () => t('Open a folder…'),
    // Synchronised with the folder if the browser supports it; otherwise a copy is imported. Checked on click, because the server, which
    // also renders the list, cannot know.
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
    name: 'machine',
    icon: 'i-lucide-monitor',
    title: () => t('Work on this computer…'),
    begin: (setOverlay) => setOverlay({ type: 'machine', link: null }),
  },
  {
    name: 'generator',
    icon: 'i-lucide-wand-sparkles',
    title: () => t('From a generator…'),
    begin: (setOverlay) => setOverlay({ type: 'generator' }),
  },
];
