import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import type { SessionSource } from '../seed-api/environment.ts';
import type { Session } from '../session-file/session-file-schema.ts';
import type { WorkbenchActions } from '../workbench/workbench-actions.ts';
import { compareOutcomes } from './compare-outcomes.ts';
import { driveReplay } from './drive-replay.ts';
import type { RecordedModel } from './recorded-model.ts';
import { outcomesOf } from './replay-outcomes.ts';
import type { ReplayReport } from './replay-report.ts';

export interface ReplayParts {
  /** The actions of an app whose server is `createRecordedServer`, with an empty project. */
  actions: Pick<WorkbenchActions, 'chat' | 'files' | 'sessions' | 'images' | 'checkpoints'>;
  app: SessionSource;
  model: RecordedModel;
  workspace: Pick<Workspace, 'kindOf' | 'readDirectory'>;
  now(): number;
}

/** Replays a recorded session: models give their recorded responses, the user's actions are repeated, and everything else happens again. */
export async function runReplay(recorded: Session, { actions, app, model, workspace, now }: ReplayParts): Promise<ReplayReport> {
  const startedAt = now();
  const { title } = recorded.header;
  const session = await app.open(title);
  const leftOut = await driveReplay(recorded, {
    session,
    async writeFile(path, content, isExecutable) {
      await actions.chat.startWithFiles(title, [{ path, content, ...(isExecutable === true ? { isExecutable } : {}) }]);
    },
    async makeLink(path, linkTo) {
      await actions.chat.startWithFiles(title, [{ path, linkTo }]);
    },
    onStepStopped: () => model.stopped(),
    pastLimit: () => model.pastLimit(),
    onLimit: () => model.limitReached(),
    async removeFile(path, { withEmptied } = { withEmptied: false }) {
      const place = toWorkspacePath(path);
      if (place === null || (await workspace.kindOf(place)) === null) return;
      await actions.files.deletePath(path);
      const folders = withEmptied ? foldersOf(path) : [];
      for (const folder of folders) {
        if ((await workspace.readDirectory(folder).catch(() => null))?.length !== 0) return;
        await actions.files.deletePath(folder);
      }
    },
    async isFolder(path) {
      const place = toWorkspacePath(path);
      return place !== null && (await workspace.kindOf(place)) === 'directory';
    },
    runCommand: (command) => actions.chat.send(`/cmd ${command}`),
    async attachImage({ name, mediaType }, content) {
      // The session file's bytes are a separate copy, not in shared memory.
      const prepared = await actions.images.prepareImage(new File([content as Uint8Array<ArrayBuffer>], name, { type: mediaType }));
      return prepared.ok ? prepared.image : null;
    },
    resend: actions.checkpoints.resend,
    showVersion: actions.checkpoints.showVersion,
  });
  const exported = await actions.sessions.exportSession(true);
  const replayed = exported === null ? null : await actions.sessions.readSessionFile(exported.blob);
  if (replayed === null) throw new Error('The replayed session could not be read.');
  const was = outcomesOf(recorded.records);
  const differences = [...compareOutcomes(was, outcomesOf(replayed.session.records)), ...leftOut];
  const unasked = model.left();
  if (unasked > 0) differences.push({ kind: 'step-missing', subject: 'the model', was: `${unasked} further answers`, is: 'not asked for' });
  return {
    title,
    messages: was.messages,
    steps: was.steps,
    calls: was.calls.size,
    files: was.files.size,
    milliseconds: now() - startedAt,
    differences,
  };
}

/** Returns the path's folders, the innermost first. */
function foldersOf(path: string): WorkspacePath[] {
  const folders: WorkspacePath[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = toWorkspacePath(path.slice(0, at));
    if (folder !== null) folders.push(folder);
  }
  return folders;
}
