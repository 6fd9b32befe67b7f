import type { AgentSession } from '../../agent/contract/agent-session.ts';
import { wakeEvent } from '../../agent/conversation/machine.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { JournalStore } from '../../persistence/journal-store.ts';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import type { ProjectMirror } from '../../project/project-mirror.ts';
import type { FileChange } from '../../project/project-service.ts';
import type { ChatId, ContentHash } from '../../protocol/ids.ts';
import type { Workspace } from '../../runtime/types.ts';
import { $undoQuestion } from '../../stores/past.ts';
import { applyVersions } from './apply-versions.ts';
import type { ChangeSource } from './change-source.ts';
import { changesSince, fileChanges } from './past-changes.ts';
import type { PastStep, StepKind } from './past-step.ts';
import type { ProjectPast } from './project-past.ts';
import { planUndo, type UndoPlan, withLaterSteps } from './undo-plan.ts';
import { undoneLabel, undoneNotice, undoQuestion, undoRemark } from './undo-texts.ts';

/** A step as the timeline shows it. */
export interface StepSummary extends Pick<PastStep, 'sequence' | 'at' | 'kind' | 'label' | 'name' | 'isInEffect'> {
  files: readonly string[];
}

/** The user's actions on single steps. */
export interface UndoActions {
  /** In order. */
  listSteps(): Promise<readonly StepSummary[]>;
  /** One change per file, sorted by name. */
  listChanges(source: ChangeSource): Promise<readonly FileChange[]>;
  /** Undoes a step, or one file of it. Asks first (`$undoQuestion`) if later steps changed the same files. */
  undoStep(sequence: number, path?: string): Promise<void>;
  /** Undoes the newest step of the agent, or the newest command, that is in effect. */
  undoLastStep(): Promise<void>;
  /** `together`: undoes the later steps too. `merge`: keeps them, and skips files that cannot be merged. */
  answerUndo(answer: 'together' | 'merge' | 'cancel'): Promise<void>;
}

export type PastSession = Pick<AgentSession, 'chatId' | 'state' | 'stop' | 'remark'>;

export interface UndoServiceOptions {
  session(): PastSession | null;
  journal: Pick<JournalStore, 'append'>;
  store: Pick<ProjectFileStore, 'read'>;
  mirror: Pick<ProjectMirror, 'files'>;
  workspace: Workspace;
  /** The changes of the newest task. */
  taskChanges(): Promise<readonly FileChange[]>;
  notices: NoticeService;
  past(chatId: ChatId): Promise<ProjectPast>;
  /** Runs one change of the history after another. */
  inTurn(what: string, work: (session: PastSession) => Promise<void>): Promise<void>;
}

interface Request {
  chosen: ReadonlySet<number>;
  paths: readonly string[] | null;
}

/** The question to the user. The plan must still be the same when it is carried out. */
interface Asked extends Request {
  chatId: ChatId;
  plan: UndoPlan;
}

const failed = () => t('The step was not taken back');
/** The kinds that `/undo` undoes: neither the user's own edits nor an earlier undo. */
const OF_THE_AGENT: readonly StepKind[] = ['agent', 'command', 'user-command'];

/**
 * Undoes steps. A step is a position in the journal with its changes to files. Undoing it writes the earlier version, or merges
 * that with later changes to the same file. The undo is journaled first and is itself a step that can be undone.
 */
export function createUndoService(options: UndoServiceOptions): UndoActions {
  const { session, mirror, store, notices, past, inTurn } = options;
  let asked: Asked | null = null;
  let serial = 0;
  const stepsOf = async ({ chatId }: PastSession) => (await past(chatId)).steps;
  const planOf = (steps: readonly PastStep[], request: Request) => planUndo({ steps, ...request, now: mirror.files(), read: store.read });
  const ask = (request: Request, steps: readonly PastStep[], plan: UndoPlan, chatId: ChatId) => {
    asked = { ...request, chatId, plan };
    serial++;
    $undoQuestion.set(undoQuestion(serial, chosenOf(steps, request), plan));
  };
  const closeQuestion = () => {
    asked = null;
    $undoQuestion.set(null);
  };
  /** `shown`: the plan that the user has accepted; null if the user was not asked. */
  const takeBack = async (of: PastSession, request: Request, shown: UndoPlan | null) => {
    if (wakeEvent(of.state().status) === null) await of.stop();
    const steps = await stepsOf(of);
    const plan = await planOf(steps, request);
    if (plan.files.length === 0) return void notices.info(t('The files are already without that step: there is nothing to take back.'));
    if (plan.later.length > 0 && (shown === null || signatureOf(plan) !== signatureOf(shown))) return ask(request, steps, plan, of.chatId);
    await apply(of, request, chosenOf(steps, request), plan);
  };
  const apply = async (of: PastSession, { chosen, paths }: Request, steps: readonly PastStep[], { files }: UndoPlan) => {
    const written = files.filter((file) => file.type !== 'conflict');
    if (written.length === 0) return void notices.info(t('Nothing was taken back: every file of it has changed in the same lines since.'));
    const label = undoneLabel(steps);
    const isWhole = paths === null && written.length === files.length;
    const part = isWhole ? {} : { paths: written.map(({ path }) => path) };
    const { sequence } = await options.journal.append(of.chatId, { type: 'steps-undone', steps: [...chosen], label, ...part });
    const problem = await applyVersions(written, options.workspace, mirror.files());
    await of.remark(undoRemark(steps, isWhole ? null : (paths ?? []), files));
    if (problem !== null) throw new Error(t('{problem} Take it back again to do the rest.', { problem }));
    const redo = { label: t('Redo'), run: () => void service.undoStep(sequence) };
    notices.info(undoneNotice(steps, files), redo);
  };
  const read = async <Value>(work: (of: PastSession) => Promise<readonly Value[]>): Promise<readonly Value[]> => {
    const of = session();
    if (of === null) return [];
    return (await notices.guard(t('The past of the project could not be read'), () => work(of))) ?? [];
  };

  const service: UndoActions = {
    listSteps: () => read(async (of) => (await stepsOf(of)).map(summaryOf)),
    listChanges: (source) =>
      source.type === 'task' ? options.taskChanges() : read(async (of) => changesOf(source, await stepsOf(of), mirror.files(), store.read)),
    undoStep: (sequence, path) =>
      inTurn(failed(), (of) => takeBack(of, { chosen: new Set([sequence]), paths: path === undefined ? null : [path] }, null)),
    undoLastStep: () =>
      inTurn(failed(), async (of) => {
        if (wakeEvent(of.state().status) === null) await of.stop();
        const steps = await stepsOf(of);
        for (const step of steps.toReversed()) {
          if (!step.isInEffect || !OF_THE_AGENT.includes(step.kind)) continue;
          const request = { chosen: new Set([step.sequence]), paths: null };
          if ((await planOf(steps, request)).files.length > 0) return takeBack(of, request, null);
        }
        return void notices.info(t('No step of this chat has changes left to take back.'));
      }),
    answerUndo: (answer) =>
      inTurn(failed(), async (of) => {
        const request = asked;
        closeQuestion();
        if (request === null || answer === 'cancel') return;
        if (request.chatId !== of.chatId) throw new Error(t('another chat is open by now. Nothing was changed.'));
        if (answer === 'merge') return takeBack(of, request, request.plan);
        const steps = await stepsOf(of);
        await takeBack(of, { ...request, chosen: withLaterSteps({ steps, ...request }) }, null);
      }),
  };
  return service;
}

function chosenOf(steps: readonly PastStep[], { chosen }: Request): PastStep[] {
  return steps.filter(({ sequence }) => chosen.has(sequence));
}

function changesOf(
  { type, sequence }: Exclude<ChangeSource, { type: 'task' }>,
  steps: readonly PastStep[],
  now: ReadonlyMap<string, ContentHash>,
  readContent: ProjectFileStore['read'],
): Promise<FileChange[]> {
  const own = steps.find((step) => step.sequence === sequence)?.changes ?? new Map();
  return fileChanges(type === 'step' ? own : changesSince(steps, sequence, now), readContent);
}

function summaryOf({ sequence, at, kind, shown, name, isInEffect, changes }: PastStep): StepSummary {
  return { sequence, at, kind, label: shown, name, isInEffect, files: [...changes.keys()].sort() };
}

/** Identifies the part of a plan that the user has seen. */
function signatureOf({ files, later }: UndoPlan): string {
  return JSON.stringify([files.map(({ type, path }) => [type, path]), later.map(({ sequence }) => sequence)]);
}
