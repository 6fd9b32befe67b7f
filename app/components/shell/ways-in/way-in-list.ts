import type { Overlay } from '../shell-context.tsx';
import { overlayForFiles } from './import-overlay.ts';
import { pickFiles } from './pick-files.ts';

/** How a project comes into Devonz. */
export interface WayIn {
  name: string;
  icon: string;
  title: string;
  begin(setOverlay: (overlay: Overlay) => void): void;
}

/** A line adds one; the start page, the list of projects and the palette show it. */
export const WAYS_IN: readonly WayIn[] = [
  {
    name: 'folder',
    icon: 'i-lucide-folder-open',
    title: 'Open a folder…',
    // Kept equal with it where the browser can do so; elsewhere a copy is taken. The server, which draws the list too, cannot know which.
    begin: (setOverlay) =>
      'showDirectoryPicker' in globalThis
        ? setOverlay({ type: 'open-folder' })
        : pickFiles({ webkitdirectory: true }, (files) => setOverlay(overlayForFiles(files))),
  },
  {
    name: 'files',
    icon: 'i-lucide-file-up',
    title: 'Upload files…',
    begin: (setOverlay) => pickFiles({ multiple: true }, (files) => setOverlay(overlayForFiles(files))),
  },
  {
    name: 'zip',
    icon: 'i-lucide-file-archive',
    title: 'Import a zip or a session…',
    begin: (setOverlay) => pickFiles({ accept: '.zip,application/zip' }, (files) => setOverlay(overlayForFiles(files))),
  },
  {
    name: 'clone',
    icon: 'i-lucide-git-branch',
    title: 'Clone a repository…',
    begin: (setOverlay) => setOverlay({ type: 'clone' }),
  },
  {
    name: 'generator',
    icon: 'i-lucide-wand-sparkles',
    title: 'From a generator…',
    begin: (setOverlay) => setOverlay({ type: 'generator' }),
  },
];
