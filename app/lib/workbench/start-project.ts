import type { ProjectHook } from '../agent/contract/ports.ts';
import { browserClock, browserHasher, browserIds } from '../browser/browser-ports.ts';
import { createProjectPromptService } from '../chat/prompts/project-prompt-service.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { createEditorService } from '../project/editor-service.ts';
import { createLocalFolderService, type LocalFolderService } from '../project/local-folder/local-folder-service.ts';
import { createProjectIdentity } from '../project/project-identity.ts';
import { createProjectMirror } from '../project/project-mirror.ts';
import { createProjectService, type ProjectService } from '../project/project-service.ts';
import { createWindowKeeper, type WindowKeeper } from '../project/window-keeper.ts';
import { createPreviewService, type PreviewService } from '../runtime/preview-service.ts';
import { createProblemService } from '../runtime/problems/problem-service.ts';
import { createRuntimeNotices } from '../runtime/runtime-notices.ts';
import type { BootListener } from '../runtime/runtime-service.ts';
import { createRuntimeService } from '../runtime/runtime-service.ts';
import { createTerminalService } from '../runtime/terminal-service.ts';
import { $hooks } from '../settings/config/project-hooks.ts';
import { createProjectConfigService, type ProjectConfigService } from '../settings/project-config-service.ts';
import { $files } from '../stores/files.ts';
import { $runtime } from '../stores/workbench.ts';
import { liveFileOf } from '../tools/arguments/live-file.ts';
import { TOOL_REGISTRY } from '../tools/index.ts';
import type { WorkbenchPorts } from './ports/workbench-ports.ts';
import { startTypes } from './start-types.ts';
import type { Stores } from './storage/open-storage.ts';

interface ProjectParts {
  ports: Pick<WorkbenchPorts, 'boot' | 'locks' | 'scope' | 'projects' | 'createTypesWorker' | 'createLiveScheduler'>;
  stores: Pick<Stores, 'journal' | 'files' | 'batches' | 'windows' | 'folders' | 'contentFinder'>;
  notices: NoticeService;
}

export type OpenProject = ReturnType<typeof startProject>;

/** The open project: its runtime, its files and the services that follow them. */
export function startProject({ ports, stores, notices }: ProjectParts) {
  const { journal, files } = stores;
  const identity = createProjectIdentity(browserIds, browserHasher);
  const problems = createProblemService({ root: identity.projectRoot, isFile: (path) => $files.get().has(path) });
  const previews = createPreviewService({ problems, notices, now: browserClock.now, createScheduler: ports.createLiveScheduler });
  const runtime = createRuntimeService(() => ports.boot(identity));
  const mirror = createProjectMirror({
    journal,
    store: files,
    hasher: browserHasher,
    now: browserClock.now,
    onError: notices.error,
    findMissing: stores.contentFinder.find,
  });
  const project = createProjectService({ runtime, mirror, store: files, identity, batches: stores.batches });
  const editor = createEditorService(project.workspace('user'), notices, (name, fields) => liveFileOf(name, fields, TOOL_REGISTRY));
  const terminals = createTerminalService(runtime, problems);
  project.onFileEvent(editor.onFileEvent);
  mirror.onEdit(problems.onEdited);
  mirror.onOutgrown((path) => {
    // The process that creates an ignored file can create it again.
    if (!project.isIgnored(path)) notices.error(outgrownText(path));
  });
  const config = createProjectConfigService({ files: mirror.files, read: files.read, notices });
  $files.listen(config.check);
  $files.listen(createProjectPromptService({ files: mirror.files, read: files.read }).check);
  const window = createWindowKeeper({ store: stores.windows, editor, terminals, versions: mirror.files, notices, clock: browserClock });
  const localFolder = createLocalFolderService({
    store: stores.folders,
    sight: ports.projects.sight,
    scope: ports.scope,
    locks: ports.locks,
    project,
    mirror,
    files,
    notices,
    hasher: browserHasher,
    clock: browserClock,
  });
  const types = startTypes({ project, mirror, problems, createTypesWorker: ports.createTypesWorker });
  // The window first, before followers that clear what it stores.
  const followers = [window.attach, project.attach, terminals.attach, createRuntimeNotices(notices, runtime), followedBy(previews)];
  for (const follow of followers) runtime.onBooted(follow);
  return { runtime, mirror, project, editor, terminals, config, localFolder, types, problems, previews, keeper: both(window, localFolder) };
}

function outgrownText(path: string): string {
  return t(
    '{path} is larger than 10 MB by now. It is there while this page is open, and in no history: a reload brings what was there before.',
    { path },
  );
}

function followedBy(previews: PreviewService): BootListener {
  return ({ runtime: booted }) => {
    const stop = booted.onEvent(previews.onEvent);
    return () => {
      stop();
      previews.clear();
    };
  };
}

/** Enters and leaves the project's folder together with its window. */
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

/**
 * Returns the current hooks. The change events of a configuration file that a command has just written arrive after the command ends, so
 * this waits for them.
 */
export async function currentHooks(project: ProjectService, config: ProjectConfigService): Promise<readonly ProjectHook[]> {
  if ($runtime.get().status === 'ready') await project.settled();
  config.check();
  await config.settled();
  return $hooks.get();
}
