import { t } from '../../../lib/i18n/t.ts';
import { $isFolderShown, $localFolder } from '../../../lib/stores/local-folder.ts';
import { TEMPLATES } from '../../../lib/templates/template-list.ts';
import { saveProjectInFolder, saveProjectZip } from '../../page/export-project.ts';
import type { Command } from '../../page/keys/command.ts';
import { folderPicker } from '../../page/ways-in/folder-picker.ts';
import { WAYS_IN } from '../../page/ways-in/way-in-list.ts';
import { canWork, hasChat } from '../command-reasons.ts';

const WAYS: readonly Command[] = WAYS_IN.map(({ name, title, icon, begin }) => ({
  id: `project-${name}`,
  group: 'project',
  icon,
  text: () => t('Project: {way}', { way: title() }),
  run: ({ setOverlay }) => begin(setOverlay),
}));

const FROM_TEMPLATES: readonly Command[] = TEMPLATES.map(({ name, title, text }) => ({
  id: `template-${name}`,
  group: 'project',
  icon: 'i-lucide-layout-template',
  text: () => t('Project from a template: {title} ({text})', { title, text: text() }),
  when: () => !hasChat(),
  run: ({ actions }) => void actions.chat.startFromTemplate(name),
}));

/** Commands for projects: open, run, export, and synchronise with a folder. */
export const PROJECT_COMMANDS: readonly Command[] = [
  {
    id: 'open-project',
    group: 'project',
    icon: 'i-lucide-folders',
    text: () => t('Open a project'),
    run: ({ setOverlay }) => setOverlay({ type: 'projects' }),
  },
  ...WAYS,
  ...FROM_TEMPLATES,
  {
    id: 'folder-state',
    group: 'project',
    icon: 'i-lucide-folder-sync',
    text() {
      const folder = $localFolder.get();
      return folder.status === 'none' ? t('Connect a folder…') : t('Folder “{name}”: state, conflicts, disconnect', { name: folder.name });
    },
    when: () => $localFolder.get().status !== 'none' || canWork(),
    run: () => $isFolderShown.set(true),
  },
  {
    id: 'run-project',
    group: 'project',
    icon: 'i-lucide-play',
    text: () => t('Install and run the project'),
    when: canWork,
    run: ({ actions }) => void actions.projects.installAndRun(),
  },
  {
    id: 'restart-runtime',
    group: 'project',
    icon: 'i-lucide-rotate-cw',
    text: () => t('Restart the runtime'),
    run: ({ actions }) => void actions.runtime.restartRuntime(),
  },
  {
    id: 'export-zip',
    group: 'project',
    icon: 'i-lucide-download',
    text: () => t('Export the project as zip'),
    when: hasChat,
    run: ({ actions }) => void saveProjectZip(actions.files),
  },
  {
    id: 'export-zip-with-packages',
    group: 'project',
    icon: 'i-lucide-download',
    text: () => t('Export the project as zip, with its installed packages'),
    when: hasChat,
    run: ({ actions }) => void saveProjectZip(actions.files, { withPackages: true }),
  },
  {
    id: 'export-folder',
    group: 'project',
    icon: 'i-lucide-download',
    text: () => t('Export the project into a folder…'),
    when: () => hasChat() && (folderPicker() !== null || t('This browser lets no page write into a folder')),
    run: ({ actions }) => void saveProjectInFolder(actions.files),
  },
];
