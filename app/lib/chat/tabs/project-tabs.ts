import type { AgentSession } from '../../agent/contract/agent-session.ts';
import { t } from '../../i18n/t.ts';
import { ProjectTakenError } from '../../persistence/project-taken-error.ts';
import type { OpenedChat } from '../../project/opened-chat.ts';
import type { ApprovalId, ProjectId } from '../../protocol/ids.ts';
import { $otherTab } from '../../stores/other-tab.ts';
import { createFollower, type Follower } from './follower.ts';
import { createLiveSharing, type LiveSharing } from './live-sharing.ts';
import type { ProjectTabsOptions } from './project-tabs-options.ts';
import { atSafePoint } from './safe-point.ts';
import { openTabChannel, type TabChannel } from './tab-channel.ts';
import type { TabMessage } from './tab-message.ts';

/** The user's actions on a project that is open in several tabs. */
export interface TabActions {
  /** Makes this tab the working tab of the open project. The other tab's programs end, and the agent continues here. */
  workHere(): Promise<void>;
}

/** One tab works on a project; other tabs that have it open follow it. */
export interface ProjectTabs extends TabActions {
  /** Makes this tab the project's working tab if it is not already; `refused` if another tab is. */
  work(projectId: ProjectId): Promise<'taken' | 'kept' | 'refused'>;
  /** Shows a chat whose project another tab works on, and follows it. */
  follow(opened: OpenedChat): Promise<void>;
  /** Releases the open project. */
  leave(): void;
  /** Resumes the open chat from its journal, as another tab would: work that ended unrecorded is not repeated. */
  resume(): Promise<void>;
  /** Sets the function that opens a chat in this tab after another tab, or this one, has released it. */
  onTakenOver(open: (opened: OpenedChat) => Promise<void>): void;
}

/** A working tab answers within this time unless it is frozen. In milliseconds. */
const ANSWER_MS = 2_000;
/** A tab that has answered releases the project within this time. In milliseconds. */
const LET_GO_MS = 10_000;
/** Files written by programs must be journaled within this time, or they are lost with the runtime. In milliseconds. */
const LAST_FILES_MS = 1_500;
const OPENING_MS = 250;

interface Takeover {
  cancelled: AbortController;
  /** Called when the other tab has answered, so that it gets more time. */
  heard(): void;
}

/** A project that this tab has open. */
type Membership = { projectId: ProjectId; channel: TabChannel } & (
  | { role: 'works'; sharing: LiveSharing }
  | { role: 'follows'; follower: Follower; opened: OpenedChat; takeover: Takeover | null }
);

export function createProjectTabs(options: ProjectTabsOptions): ProjectTabs {
  return new Tabs(options);
}

class Tabs implements ProjectTabs {
  readonly #options: ProjectTabsOptions;
  #open: Membership | null = null;
  #openTaken: (opened: OpenedChat) => Promise<void> = async () => undefined;
  /** Automatic transitions wait for earlier ones. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(options: ProjectTabsOptions) {
    this.#options = options;
    const { lock, journal, current } = options;
    const lost = (projectId: ProjectId) => void this.#inTurn(t('The project could not be followed'), () => this.#lost(projectId));
    lock.onLost(lost);
    journal.onTaken(lost);
    journal.onAppended((record) => {
      if (this.#open?.role === 'works') this.#open.channel.tell({ type: 'appended', record });
    });
    current.subscribe(() => {
      if (this.#open?.role === 'works') this.#open.sharing.changed();
    });
  }

  async work(projectId: ProjectId) {
    const { lock } = this.#options;
    if (this.#open?.role === 'works' && this.#open.projectId === projectId) return 'kept';
    this.#close();
    if (!(await lock.take(projectId))) return 'refused';
    await this.#claim(projectId);
    return 'taken';
  }

  async follow(opened: OpenedChat): Promise<void> {
    const { journal, current, project, notices } = this.#options;
    this.#close();
    journal.setOpen(false);
    const channel = this.#join(opened.projectId);
    const follower = createFollower({ ...this.#options, opened, tell: channel.tell });
    const mine: Membership = { projectId: opened.projectId, channel, role: 'follows', follower, opened, takeover: null };
    this.#open = mine;
    $otherTab.set({ state: 'works', isSilent: false });
    const { records } = await journal.load(opened.chatId);
    if (this.#open !== mine) return;
    current.follow(follower.begin(records), records);
    await notices.guard(t('The project could not be read'), () =>
      project.follow(opened, records, new ProjectTakenError().message, 'elsewhere'),
    );
  }

  leave(): void {
    this.#close();
    this.#options.lock.release();
  }

  onTakenOver(open: (opened: OpenedChat) => Promise<void>): void {
    this.#openTaken = open;
  }

  async workHere(): Promise<void> {
    const mine = this.#open;
    if (mine?.role !== 'follows' || mine.takeover !== null) return;
    const { lock, clock, tabId } = this.#options;
    const [overdue, cancelled] = [new AbortController(), new AbortController()];
    let callOff = clock.after(ANSWER_MS, () => overdue.abort());
    const heard = () => {
      callOff();
      callOff = clock.after(LET_GO_MS, () => overdue.abort());
    };
    mine.takeover = { cancelled, heard };
    $otherTab.set({ state: 'lets-go' });
    mine.channel.tell({ type: 'wanted', by: tabId });
    const isMine = await lock.seize(mine.projectId, overdue.signal, cancelled.signal).catch(() => false);
    callOff();
    mine.takeover = null;
    if (this.#open !== mine) return;
    if (!isMine) return $otherTab.set({ state: 'works', isSilent: false });
    this.#close();
    await this.#inTurn(t('The project could not be taken over'), async () => {
      await this.#claim(mine.projectId);
      await this.#openTaken(mine.opened);
    });
  }

  resume(): Promise<void> {
    return this.#inTurn(t('The chat could not be continued'), async () => {
      const mine = this.#open;
      const session = this.#options.current.session();
      if (mine?.role !== 'works' || session === null) return;
      this.#options.current.detach();
      await session.stop();
      if (this.#open === mine) await this.#openTaken({ chatId: session.chatId, projectId: mine.projectId });
    });
  }

  /** Called when this tab has the lock: from now on no other tab writes. */
  async #claim(projectId: ProjectId): Promise<void> {
    const { journal, current, clock, tabId } = this.#options;
    const channel = this.#join(projectId);
    const sharing = createLiveSharing(current, clock, channel.tell);
    this.#open = { projectId, channel, role: 'works', sharing };
    await journal.claim(projectId);
    journal.setOpen(true);
    channel.tell({ type: 'claimed', by: tabId });
  }

  #join(projectId: ProjectId): TabChannel {
    return openTabChannel(this.#options.openBroadcast, projectId, (message) => this.#hear(message));
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    open?.channel.close();
    if (open?.role === 'works') open.sharing.stop();
    if (open?.role === 'follows') {
      open.takeover?.cancelled.abort();
      open.follower.stop();
    }
    this.#options.journal.disclaim();
    this.#options.journal.setOpen(true);
    $otherTab.set({ state: 'none' });
  }

  #hear(message: TabMessage): void {
    const open = this.#open;
    if (open?.role === 'follows') this.#hearAsFollower(open, message);
    else if (open?.role === 'works' && message.type === 'watching') open.sharing.watched();
    else if (open?.role === 'works' && message.type === 'proposal-wanted') void this.#propose(open, message.approvalId);
    else if (open?.role === 'works' && message.type === 'wanted') {
      open.channel.tell({ type: 'letting-go', to: message.by });
      void this.#inTurn(t('The project could not be handed over'), () => this.#letGo());
    }
  }

  /** An approval that no longer waits here, or that cannot be planned, has no change to show. */
  async #propose({ channel }: Membership, approvalId: ApprovalId): Promise<void> {
    const change = await this.#options.current
      .session()
      ?.proposedChange(approvalId)
      .catch(() => null);
    channel.tell({ type: 'proposal', approvalId, change: change ?? null });
  }

  #hearAsFollower({ follower, takeover }: Extract<Membership, { role: 'follows' }>, message: TabMessage): void {
    if (message.type === 'appended') follower.appended(message.record);
    else if (message.type === 'live') follower.live(message);
    else if (message.type === 'proposal') follower.proposal(message);
    else if (message.type === 'letting-go') {
      if (message.to === this.#options.tabId) takeover?.heard();
    } else if (message.type === 'claimed' && message.by !== this.#options.tabId) {
      // Another tab was faster. The user sees this and can try again.
      takeover?.cancelled.abort();
      follower.reload();
    }
  }

  /** Ends this tab's work at a point from which another tab can continue, and then follows that tab. */
  async #letGo(): Promise<void> {
    const mine = this.#open;
    if (mine?.role !== 'works') return;
    const { lock, journal, current, project, clock } = this.#options;
    const session = await this.#sessionOf(mine);
    if (session === null) return;
    await atSafePoint(session, clock, current.detach);
    if (this.#open !== mine) return;
    mine.sharing.stop();
    void session.stop();
    await Promise.race([project.recorded(), clock.sleep(LAST_FILES_MS, new AbortController().signal)]);
    if (this.#open !== mine) return;
    journal.setOpen(false);
    lock.release();
    await this.#followAfter({ chatId: session.chatId, projectId: mine.projectId });
  }

  /** The chat may still be opening. */
  async #sessionOf(mine: Membership): Promise<AgentSession | null> {
    const { current, clock } = this.#options;
    for (let waited = 0; waited < LET_GO_MS && this.#open === mine && current.session() === null; waited += OPENING_MS) {
      await clock.sleep(OPENING_MS, new AbortController().signal);
    }
    return this.#open === mine ? current.session() : null;
  }

  /** Another tab has taken the project by force, perhaps while this one was frozen: this tab must do nothing more. */
  async #lost(projectId: ProjectId): Promise<void> {
    const mine = this.#open;
    if (mine?.role !== 'works' || mine.projectId !== projectId) return;
    const { current, journal } = this.#options;
    const session = current.session();
    journal.setOpen(false);
    if (session === null) return;
    current.detach();
    void session.stop();
    await this.#followAfter({ chatId: session.chatId, projectId });
  }

  #followAfter(opened: OpenedChat): Promise<void> {
    this.#options.notices.info(t('Another tab works on this project now. What ran in this one has ended.'));
    return this.follow(opened);
  }

  async #inTurn(what: string, work: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(() => this.#options.notices.guard(what, work));
    this.#tail = done;
    await done;
  }
}
