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

/** Where a recorded session is run again: an empty project with a session of its own, and the user's hands in it. */
export interface ReplayGround {
  session: AgentSession;
  writeFile(path: string, content: Uint8Array, isExecutable: true | undefined): Promise<void>;
  makeLink(path: string, linkTo: string): Promise<void>;
  /** `withEmptied`: and the folders that hold nothing then. */
  removeFile(path: string, options?: { withEmptied: boolean }): Promise<void>;
  isFolder(path: string): Promise<boolean>;
  /** Resolves when the agent asks for more than it had before the limit that its run ended by. */
  pastLimit(): Promise<void>;
  /** That run is over here, too. */
  onLimit(): void;
  /** A step that was open has been stopped. */
  onStepStopped(): void;
  /** A command of the user's own, in the agent's shell. */
  runCommand(command: string): Promise<void>;
  /** Attaches the image again; null: it could not be. */
  attachImage(image: AttachedImage, content: Uint8Array): Promise<AttachedImage | null>;
  /** Says something else in the place of that message; false: nothing was sent. */
  resend(messageId: string, text: string, attachments: readonly Attachment[]): Promise<boolean>;
  showVersion(versionId: string): Promise<void>;
}

type UserMessage = Extract<JournalEvent, { type: 'user-message' }>;
type RewoundEvent = Extract<JournalEvent, { type: 'conversation-rewound' }>;
type ShownEvent = Extract<JournalEvent, { type: 'version-shown' }>;

/** Milliseconds in which something must move. */
const LONGEST_PAUSE = 120_000;

/** Does in the place of the user what the user did when the session was recorded, each thing when its time has come. Answers with what was left out. */
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
  /** Steps begun and calls answered, of the agent: when they are as many as then, the next thing's time has come. */
  #passed = 0;
  #recorded = 0;
  /** The record before was the end of a step that failed. */
  #isInStep = false;
  /** Something since the end of the last run has begun the next one by itself. */
  #isBegun = false;
  /** Messages that begin a run of their own when the one before is over. */
  #queued = 0;
  /** No run is under way. */
  #isOver = true;
  /** By the ids of the recording, those of the same messages and versions here. */
  readonly #ids = new Map<string, string>();
  /** The newest message here. */
  #newest = '';
  readonly #modelSteps: ReadonlySet<string>;
  /** The run under way is a program's, with a task of its own. */
  #isOfProgram = false;
  /** The records at hand are of files that were taken back. */
  #isGoingBack = false;
  /** The last run was ended here in the place of a limit. */
  #isCut = false;
  /** Messages that were taken back while they waited. */
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

  /** The place of the next record that is to be followed. */
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
    // What was not asked about then was let pass: the comparison says that it is asked about now.
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
        return event.by === 'person' ? this.#compact(event.summary) : undefined;
      case 'user-command-started':
        await this.#rest();
        return this.#ground.runCommand(event.command);
      case 'file-changed':
      case 'file-removed':
        return event.by === 'person' ? this.#change(event, sequence) : undefined;
      default:
        return undefined;
    }
  }

  /** The agent is at work: where nothing that was done again has begun that, the user had pressed Retry. */
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
    // At once: the model's answers come faster than then, and would take it in.
    if (isWithdrawn && (await this.#ground.session.withdraw(this.#newest)) === null) this.#leave(sequence, 'that a message was taken back');
  }

  async #beginProgram({ message, mode }: UserMessage): Promise<void> {
    await this.#rest();
    this.#isOfProgram = true;
    await this.#ground.session.program.begin(ownWords(message), mode);
    this.#ids.set(message.id, this.#newest);
  }

  /** What a program called in one step is called at once. */
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

  /** A message was said in another way: back to before it, and on with the other words. */
  async #resend({ messageId, versionId }: RewoundEvent, place: number): Promise<number> {
    await this.#rest();
    const after = this.#afterFiles(place);
    const next = this.#records[after];
    // In a branch from that message, or where the page was closed in between: what is compared are the files, and they are others from here on.
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
    // Files that went back with it have done so. They are followed all the same: what the user changed right after looks like them.
    return place + 1;
  }

  /** The version that was kept last is the one that the recording calls so. */
  #keepVersion(recorded: string): void {
    const kept = this.#ground.session.state().versions.at(-1);
    if (kept !== undefined) this.#ids.set(recorded, kept.versionId);
  }

  #idOf(recorded: string): string {
    return this.#ids.get(recorded) ?? recorded;
  }

  /** Files that went back with the conversation go back by themselves. */
  #afterFiles(place: number): number {
    let at = place + 1;
    for (let next = this.#records[at]?.event; next !== undefined && isOfGoingBack(next); next = this.#records[at]?.event) at += 1;
    return at;
  }

  async #change(event: Extract<JournalEvent, { type: 'file-changed' | 'file-removed' }>, sequence: number): Promise<void> {
    await this.#reached();
    // What is taken back leaves no empty folder.
    if (event.type === 'file-removed') return this.#ground.removeFile(event.path, { withEmptied: this.#isGoingBack });
    const linkTo = linkTargetOf(event.hash);
    const content = linkTo === null ? this.#contents.get(event.hash) : undefined;
    if (linkTo === null && content === undefined) return this.#leave(sequence, `a version of ${event.path} that is not in the file`);
    // What is written to a link is written to what it leads to. A folder whose files were removed had gone with them, which no record says.
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

  /** Limits are settings, which are not in a session: where the agent would continue here, it ends as it did there. */
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

  /** Until as much has happened as when it was recorded, or nothing moves any more. */
  async #reached(): Promise<void> {
    while (this.#passed < this.#recorded && this.#isAtWork() && (await this.#moved()));
  }

  /** Until nothing moves any more. What waits for an approval moves: it is being answered. */
  async #rest(): Promise<void> {
    while (this.#isAtWork() && (await this.#moved()));
    await this.#ground.session.settled();
  }

  #isAtWork(): boolean {
    const { status } = this.#ground.session.state();
    return status === 'thinking' || status === 'executing' || status === 'waiting_for_approval';
  }

  /** Resolves with the next event; false: nothing has come for so long that nothing will. */
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
  if (event.type === 'file-changed' || event.type === 'file-removed') return event.by === 'person';
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

/** By call: what the user answered then. A rule that was remembered is not: it would be one of this browser's. */
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
