import type { AgentSession, SessionEvent } from '../agent/contract/agent-session.ts';
import { attachmentsOf } from '../agent/conversation/attachment-part.ts';
import type { Attachment } from '../protocol/attachments/attachment.ts';
import type { AttachedImage } from '../protocol/attachments/image-schema.ts';
import { ownWords } from '../protocol/attachments/own-words.ts';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import { delegatedCallId } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../protocol/tool-call.ts';
import type { Session } from '../session-file/session-file-schema.ts';
import { modelSteps } from './model-steps.ts';
import { ownEvent } from './own-event.ts';
import { isLimit } from './recorded-model.ts';
import type { ReplayDifference } from './replay-report.ts';

/** The environment of a replay: an empty project with its own session, and the user's actions on it. */
export interface ReplayGround {
  session: AgentSession;
  writeFile(path: string, content: Uint8Array, isExecutable: true | undefined): Promise<void>;
  makeLink(path: string, linkTo: string): Promise<void>;
  /** `withEmptied` also removes folders that become empty. */
  removeFile(path: string, options?: { withEmptied: boolean }): Promise<void>;
  isFolder(path: string): Promise<boolean>;
  /** Resolves when the agent makes more requests than before the limit that ended its run. */
  pastLimit(): Promise<void>;
  /** Called when that run has ended here too. */
  onLimit(): void;
  /** Called when an open step was stopped. */
  onStepStopped(): void;
  /** Runs the user's own command in the agent's shell. */
  runCommand(command: string): Promise<void>;
  /** Attaches the image again; returns null if that fails. */
  attachImage(image: AttachedImage, content: Uint8Array): Promise<AttachedImage | null>;
  /** Sends another text in place of that message; returns false if nothing was sent. */
  resend(messageId: string, text: string, attachments: readonly Attachment[]): Promise<boolean>;
  showVersion(versionId: string): Promise<void>;
}

type UserMessage = Extract<JournalEvent, { type: 'user-message' }>;
type RewoundEvent = Extract<JournalEvent, { type: 'conversation-rewound' }>;
type ShownEvent = Extract<JournalEvent, { type: 'version-shown' }>;

/** Milliseconds without any event after which the replay continues. */
const LONGEST_PAUSE = 120_000;

/** Repeats the user's actions of the recorded session, each when its time has come. Returns those that were left out. */
export async function driveReplay({ records, contents }: Session, ground: ReplayGround): Promise<ReplayDifference[]> {
  const driver = new ReplayDriver(records, contents, ground);
  return driver.drive();
}

class ReplayDriver {
  readonly #records: Session['records'];
  readonly #contents: Session['contents'];
  readonly #ground: ReplayGround;
  readonly #answers: ReadonlyMap<string, ApprovalAnswer>;
  readonly #leftOut: ReplayDifference[] = [];
  /** Steps begun and calls answered by the agent: the next action is due when there are as many as in the recording. */
  #passed = 0;
  #recorded = 0;
  /** Whether the previous record ended a failed step. */
  #isInStep = false;
  /** Whether an action since the end of the last run has started the next one. */
  #isBegun = false;
  /** Queued messages that start their own run when the previous one has ended. */
  #queued = 0;
  /** Whether no run is in progress. */
  #isOver = true;
  /** Maps the recording's message and version ids to the ids here. */
  readonly #ids = new Map<string, string>();
  /** Id of the newest message here. */
  #newest = '';
  readonly #modelSteps: ReadonlySet<string>;
  /** Whether the current run belongs to a program, with its own task. */
  #isOfProgram = false;
  /** Whether the current records are of files that were reverted. */
  #isGoingBack = false;
  /** Whether the last run was ended here instead of by a limit. */
  #isCut = false;
  /** Messages that were withdrawn from the queue. */
  readonly #withdrawn: ReadonlySet<string>;

  constructor(records: Session['records'], contents: Session['contents'], ground: ReplayGround) {
    this.#records = records;
    this.#contents = contents;
    this.#ground = ground;
    this.#answers = answersIn(records);
    this.#modelSteps = modelSteps(records);
    this.#withdrawn = new Set(records.flatMap(({ event }) => (event.type === 'message-withdrawn' ? [event.messageId] : [])));
  }

  async drive(): Promise<ReplayDifference[]> {
    const { session } = this.#ground;
    const stop = session.subscribe((event) => this.#onEvent(event));
    try {
      for (let place = 0; place < this.#records.length; ) place = await this.#followAt(place);
      await this.#rest();
    } finally {
      stop();
    }
    return this.#leftOut;
  }

  /** Repeats the record at `place` and returns the place of the next one. */
  async #followAt(place: number): Promise<number> {
    const record = this.#records[place];
    if (record === undefined) return place + 1;
    const { event, sequence } = record;
    const next = this.#records[place + 1]?.event;
    if (event.type === 'user-message' && next?.type === 'run-started' && next.by === 'program') {
      await this.#beginProgram(event);
      return place + 1;
    }
    if (event.type === 'conversation-rewound') return this.#resend(event, place);
    if (event.type === 'version-shown') return this.#showVersion(event, place);
    this.#isGoingBack = takesFilesBack(event) || (this.#isGoingBack && isOfGoingBack(event));
    await this.#follow(event, sequence);
    if (countsAsPassed(event)) this.#recorded += 1;
    this.#isInStep = event.type === 'step-failed';
    return place + 1;
  }

  #onEvent(event: SessionEvent): void {
    if (event.type === 'changed' && event.event?.type === 'user-message') this.#newest = event.event.message.id;
    if (event.type === 'changed' && event.event !== undefined && countsAsPassed(event.event)) this.#passed += 1;
    if (event.type === 'approval-requested') void this.#answer(event.approval);
  }

  async #answer({ approvalId, toolCallId }: ApprovalRequest): Promise<void> {
    // If there was no question in the recording, the call was allowed; the comparison reports the new question.
    await this.#ground.session.answerApproval(approvalId, this.#answers.get(toolCallId) ?? { decision: 'approve' });
  }

  async #follow(event: JournalEvent, sequence: number): Promise<void> {
    const { session } = this.#ground;
    switch (event.type) {
      case 'user-message':
        return this.#send(event, sequence);
      case 'iterations-granted':
        return this.#begin(() => (this.#isCut ? session.retry() : session.grantIterations(event.count)));
      case 'budget-granted':
        return this.#begin(() => (this.#isCut ? session.retry() : session.grantBudget(event.budget, event.amount)));
      case 'answer-kept':
        return this.#begin(() => session.continueAnswer());
      case 'run-started':
        if (event.by !== 'program') return this.#work();
        this.#isOver = this.#isBegun = false;
        return;
      case 'step-counted':
        await this.#reached();
        return session.program.countStep();
      case 'step-finished':
        return this.#modelSteps.has(event.stepId) ? undefined : this.#callAsProgram(event);
      case 'step-started':
        return this.#work();
      case 'run-ended':
        this.#isOver = true;
        return this.#end(event);
      case 'path-locked':
        await this.#reached();
        return void (await session.setLock(event.path, event.isLocked));
      case 'history-compacted':
        return event.by === 'user' ? this.#compact(event.summary) : undefined;
      case 'user-command-started':
        await this.#rest();
        return this.#ground.runCommand(event.command);
      case 'file-changed':
      case 'file-removed':
        return event.by === 'user' ? this.#change(event, sequence) : undefined;
      default:
        return undefined;
    }
  }

  /** The agent starts working. If no repeated action has started that, the user had pressed Retry. */
  async #work(): Promise<void> {
    const isQueued = this.#isOver && !this.#isBegun && this.#queued > 0;
    if (isQueued) this.#queued -= 1;
    else if (this.#isOver && !this.#isBegun) await this.#begin(() => this.#ground.session.retry());
    this.#isOver = false;
    this.#isBegun = false;
  }

  async #send({ message, mode, when }: UserMessage, sequence: number): Promise<void> {
    const attachments = await this.#attachmentsOf(message, sequence);
    if (when === undefined) await this.#rest();
    else await this.#reached();
    const isWithdrawn = this.#withdrawn.has(message.id);
    if (when === 'after-task' && !isWithdrawn) this.#queued += 1;
    else if (when === undefined) this.#isBegun = true;
    await this.#ground.session.send(ownWords(message), mode, when, attachments);
    this.#ids.set(message.id, this.#newest);
    // At once, because the recorded responses are faster and would include the message.
    if (isWithdrawn && (await this.#ground.session.withdraw(this.#newest)) === null) this.#leave(sequence, 'that a message was taken back');
  }

  async #beginProgram({ message, mode }: UserMessage): Promise<void> {
    await this.#rest();
    this.#isOfProgram = true;
    await this.#ground.session.program.begin(ownWords(message), mode);
    this.#ids.set(message.id, this.#newest);
  }

  /** Calls that a program made in one step are made together. */
  async #callAsProgram({ parts }: Extract<JournalEvent, { type: 'step-finished' }>): Promise<void> {
    await this.#reached();
    for (const part of parts) {
      if (part.type !== 'dynamic-tool') continue;
      const { toolCallId, toolName, input } = part;
      void this.#ground.session.program.call({ toolCallId, toolName, input });
    }
  }

  async #end({ outcome, notice }: Extract<JournalEvent, { type: 'run-ended' }>): Promise<void> {
    const isOfProgram = this.#isOfProgram;
    this.#isOfProgram = false;
    if (outcome === 'stopped') return this.#stop();
    if (isLimit(outcome)) return this.#endByLimit();
    if (!isOfProgram || (outcome !== 'completed' && outcome !== 'error')) return;
    await this.#reached();
    await this.#ground.session.program.end(
      outcome === 'error' ? (notice?.type === 'error' && notice.message) || 'The program failed.' : undefined,
    );
  }

  async #attachmentsOf(message: UserMessage['message'], sequence: number): Promise<Attachment[]> {
    const attachments: Attachment[] = [];
    for (const attachment of attachmentsOf(message)) {
      if (!('image' in attachment)) {
        attachments.push(attachment);
        continue;
      }
      const content = this.#contents.get(attachment.image.hash);
      const image = content === undefined ? null : await this.#ground.attachImage(attachment.image, content);
      if (image === null) this.#leave(sequence, `the image ${attachment.image.name}`);
      else attachments.push({ image });
    }
    return attachments;
  }

  /** A message was edited and resent: reverts to before it and sends the new text. */
  async #resend({ messageId, versionId }: RewoundEvent, place: number): Promise<number> {
    await this.#rest();
    const after = this.#afterFiles(place);
    const next = this.#records[after];
    // The recording continued in a branch from that message, or the page was closed in between: the files are compared, and differ from
    // here on.
    if (next?.event.type !== 'user-message') return place + 1;
    const { message } = next.event;
    const attachments = await this.#attachmentsOf(message, next.sequence);
    this.#isBegun = true;
    const isSent = await this.#ground.resend(this.#idOf(messageId), ownWords(message), attachments);
    if (!isSent) this.#leave(next.sequence, 'a message that was said in another way');
    this.#ids.set(message.id, this.#newest);
    this.#keepVersion(versionId);
    return after + 1;
  }

  async #showVersion({ versionId, keptAs }: ShownEvent, place: number): Promise<number> {
    await this.#rest();
    await this.#ground.showVersion(this.#idOf(versionId));
    this.#keepVersion(keptAs);
    // The reverted files are already reverted. Their records are followed all the same, because changes by the user right afterwards look
    // the same.
    return place + 1;
  }

  /** Maps the recording's version to the version that was kept last. */
  #keepVersion(recorded: string): void {
    const kept = this.#ground.session.state().versions.at(-1);
    if (kept !== undefined) this.#ids.set(recorded, kept.versionId);
  }

  #idOf(recorded: string): string {
    return this.#ids.get(recorded) ?? recorded;
  }

  /** Skips the records of files that are reverted together with the conversation. */
  #afterFiles(place: number): number {
    let at = place + 1;
    for (let next = this.#records[at]?.event; next !== undefined && isOfGoingBack(next); next = this.#records[at]?.event) at += 1;
    return at;
  }

  async #change(event: Extract<JournalEvent, { type: 'file-changed' | 'file-removed' }>, sequence: number): Promise<void> {
    await this.#reached();
    // Reverting leaves no empty folders.
    if (event.type === 'file-removed') return this.#ground.removeFile(event.path, { withEmptied: this.#isGoingBack });
    const linkTo = linkTargetOf(event.hash);
    const content = linkTo === null ? this.#contents.get(event.hash) : undefined;
    if (linkTo === null && content === undefined) return this.#leave(sequence, `a version of ${event.path} that is not in the file`);
    // Writing to a link would write to its target. A folder whose files were removed is gone too, which is not recorded.
    if ((linkTo === null && linkTargetOf(event.before) !== null) || (await this.#ground.isFolder(event.path)))
      await this.#ground.removeFile(event.path);
    if (linkTo !== null) return this.#ground.makeLink(event.path, linkTo);
    if (content !== undefined) return this.#ground.writeFile(event.path, content, event.isExecutable);
  }

  async #compact(summary: string): Promise<void> {
    await this.#rest();
    const preview = await this.#ground.session.previewCompaction();
    if ('summary' in preview) await this.#ground.session.applyCompaction({ ...preview, summary });
  }

  async #stop(): Promise<void> {
    await this.#reached();
    await this.#ground.session.stop();
    if (this.#isInStep) this.#ground.onStepStopped();
  }

  /** Limits are settings, which are not part of a session: if the agent would continue here, its run is ended as in the recording. */
  async #endByLimit(): Promise<void> {
    await Promise.race([this.#rest(), this.#ground.pastLimit()]);
    this.#isCut = this.#isAtWork();
    if (this.#isCut) await this.#ground.session.stop();
    this.#ground.onLimit();
  }

  async #begin(act: () => Promise<void>): Promise<void> {
    await this.#rest();
    this.#isBegun = true;
    await act();
  }

  /** Waits until as much has happened as in the recording, or nothing happens any more. */
  async #reached(): Promise<void> {
    while (this.#passed < this.#recorded && this.#isAtWork() && (await this.#moved()));
  }

  /** Waits until nothing happens any more. A waiting approval counts as activity, because it is being answered. */
  async #rest(): Promise<void> {
    while (this.#isAtWork() && (await this.#moved()));
    await this.#ground.session.settled();
  }

  #isAtWork(): boolean {
    const { status } = this.#ground.session.state();
    return status === 'thinking' || status === 'executing' || status === 'waiting_for_approval';
  }

  /** Resolves with true on the next event, or with false after a timeout. */
  #moved(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasMoved: boolean) => {
        stop();
        clearTimeout(timer);
        resolve(hasMoved);
      };
      const stop = this.#ground.session.subscribe(() => settle(true));
      const timer = setTimeout(() => settle(false), LONGEST_PAUSE);
      if (!this.#isAtWork()) settle(true);
    });
  }

  #leave(sequence: number, what: string): void {
    this.#leftOut.push({ kind: 'left-out', subject: `record ${sequence}`, was: what, is: 'left out' });
  }
}

function takesFilesBack({ type }: JournalEvent): boolean {
  return type === 'checkpoint-restored' || type === 'steps-undone';
}

function isOfGoingBack(event: JournalEvent): boolean {
  if (event.type === 'file-changed' || event.type === 'file-removed') return event.by === 'user';
  return event.type === 'checkpoint-restored';
}

function countsAsPassed(event: JournalEvent): boolean {
  switch (event.type) {
    case 'step-started':
    case 'tool-call-succeeded':
    case 'tool-call-failed':
    case 'tool-call-cancelled':
      return true;
    default:
      return false;
  }
}

/** Returns the user's recorded answers, by call. Remembered rules are omitted, because they would belong to this browser. */
function answersIn(records: Session['records']): Map<string, ApprovalAnswer> {
  const answers = new Map<string, ApprovalAnswer>();
  for (const record of records) {
    const { delegate, event } = ownEvent(record.event);
    if (event.type !== 'approval-answered') continue;
    answers.set(
      delegate === null ? event.toolCallId : delegatedCallId(delegate, event.toolCallId),
      event.answer.decision === 'approve' ? { decision: 'approve' } : event.answer,
    );
  }
  return answers;
}
