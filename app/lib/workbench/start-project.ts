import type { ProjectHook } from '../agent/contract/ports.ts';
import { browserClock, browserHasher, browserIds } from '../browser/browser-ports.ts';
import { createProjectPromptService } from '../chat/prompts/project-prompt-service.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { ContentFinder } from '../persistence/contents/find-contents.ts';
import type { FolderStore } from '../persistence/folder-store.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { WorkspaceStore } from '../persistence/workspace-store.ts';
import { createEditorService } from '../project/editor-service.ts';
import { createLocalFolderService, type LocalFolderService } from '../project/local-folder/local-folder-service.ts';
import { createProjectIdentity, type ProjectIdentity } from '../project/project-identity.ts';
import { createProjectMirror } from '../project/project-mirror.ts';
import { createProjectService, type ProjectService } from '../project/project-service.ts';
import { createWindowKeeper, type WindowKeeper } from '../project/window-keeper.ts';
import type { ProblemService } from '../runtime/problem-service.ts';
import { createRuntimeService } from '../runtime/runtime-service.ts';
import { createTerminalService } from '../runtime/terminal-service.ts';
import type { BootedRuntime } from '../runtime/webcontainer.ts';
import { $hooks } from '../settings/config/project-hooks.ts';
import { createProjectConfigService, type ProjectConfigService } from '../settings/project-config-service.ts';
import { $files } from '../stores/files.ts';
import { $runtime } from '../stores/workbench.ts';
import { TOOL_REGISTRY } from '../tools/index.ts';
import type { TypesWorker } from '../types-service/types-client.ts';
import type { ProjectPorts } from './start-project-list.ts';
import { startTypes } from './start-types.ts';

interface ProjectParts {
  boot(identity: ProjectIdentity): Promise<BootedRuntime>;
  journal: JournalStore;
  files: ProjectFileStore;
  problems: ProblemService;
  notices: NoticeService;
  windows: WorkspaceStore;
  folders: FolderStore;
  contentFinder: ContentFinder;
  locks: LockManager;
  /** What holds the page's globals. */
  scope: object;
  projects: Pick<ProjectPorts, 'sight'>;
  createTypesWorker: (() => TypesWorker) | null;
}

/** The open project: its runtime, its files and what follows them. */
export function startProject({ boot, journal, files, problems, notices, windows, ...parts }: ProjectParts) {
  const identity = createProjectIdentity(browserIds, browserHasher);
  const runtime = createRuntimeService(() => boot(identity));
  const mirror = createProjectMirror({
    journal,
    store: files,
    hasher: browserHasher,
    now: browserClock.now,
    onError: notices.error,
    findMissing: parts.contentFinder.find,
  });
  const project = createProjectService({ runtime, mirror, store: files, identity });
  const editor = createEditorService(
    project.workspace('person'),
    notices,
    (name, fields) => TOOL_REGISTRY.get(name)?.liveFile(fields) ?? null,
  );
  const terminals = createTerminalService(runtime, problems);
  project.onFileEvent(editor.onFileEvent);
  mirror.onEdit(problems.onEdited);
  mirror.onOutgrown((path) => {
    // What .gitignore excludes is made again by what made it.
    if (project.isIgnored(path)) return;
    notices.error(
      t(
        '{path} is larger than 10 MB by now. It is there while this page is open, and in no history: a reload brings what was there before.',
        {
          path,
        },
      ),
    );
  });
  const config = createProjectConfigService({ files: mirror.files, read: files.read, notices });
  $files.listen(config.check);
  $files.listen(createProjectPromptService({ files: mirror.files, read: files.read }).check);
  const window = createWindowKeeper({ store: windows, editor, terminals, versions: mirror.files, notices, clock: browserClock });
  // Before those that clear what it keeps.
  runtime.onBooted(window.attach);
  const localFolder = createLocalFolderService({
    ...parts,
    ...{ store: parts.folders, sight: parts.projects.sight, project, mirror, files, notices },
    hasher: browserHasher,
    clock: browserClock,
  });
  const types = startTypes({ ...parts, project, mirror, problems });
  return { runtime, mirror, project, editor, terminals, config, localFolder, types, keeper: both(window, localFolder) };
}

/** The project's folder is taken up and left together with its window. */
function both(window: WindowKeeper, localFolder: Pick<LocalFolderService, 'enter' | 'leave'>): WindowKeeper {
  return {
    ...window,
    enter(projectId, runtime) {
      localFolder.enter(projectId);
      return window.enter(projectId, runtime);
    },
    leave() {
      localFolder.leave();
      window.leave();
    },
  };
}

/** A command that has just written the project's own file is known by its events, which come later than its end. */
export async function currentHooks(project: ProjectService, config: ProjectConfigService): Promise<readonly ProjectHook[]> {
  if ($runtime.get().status === 'ready') await project.settled();
  config.check();
  await config.settled();
  return $hooks.get();
}
