import { buttonName } from '../../button-names/button-name.ts';
import { t } from '../../i18n/t.ts';
import type { OpenedChat } from '../../project/opened-chat.ts';
import type { ProjectService } from '../../project/project-service.ts';
import { type JournalRecord, journalRecordSchema } from '../../protocol/journal-event.ts';
import { $liveOutput } from '../../stores/live-output.ts';
import { $otherTab } from '../../stores/other-tab.ts';
import { createAskedProposals } from './asked-proposals.ts';
import { createFollowedSession, type FollowedSession } from './followed-session.ts';
import type { ProjectTabsOptions } from './project-tabs-options.ts';
import type { TabMessage } from './tab-message.ts';

/** How often a following tab announces itself. In milliseconds. */
const WATCHING_MS = 5_000;
/** Without a message for this long, the other tab is shown as silent. In milliseconds. */
const SILENT_MS = 12_000;

/** Keeps a chat up to date that another tab works on. */
export interface Follower {
  /** Starts from the journal as it was just read. */
  begin(records: readonly JournalRecord[]): FollowedSession;
  appended(record: unknown): void;
  live(message: Extract<TabMessage, { type: 'live' }>): void;
  /** The preview of a change that waits for approval. */
  proposal(message: Extract<TabMessage, { type: 'proposal' }>): void;
  /** Reads the journal again. */
  reload(): void;
  stop(): void;
}

interface FollowerOptions extends Pick<ProjectTabsOptions, 'journal' | 'current' | 'notices' | 'clock'> {
  project: Pick<ProjectService, 'noteFollowed' | 'markRunStart'>;
  opened: OpenedChat;
  /** Sends to the other tabs. */
  tell(message: TabMessage): void;
}

export function createFollower(options: FollowerOptions): Follower {
  const { journal, current, project, notices, clock, opened, tell } = options;
  const proposals = createAskedProposals(clock, tell);
  let session: FollowedSession | null = null;
  /** Records that arrived while the journal was being read. */
  let early: JournalRecord[] = [];
  let heardAt = clock.now();
  let isStopped = false;
  let callOff: () => void = () => undefined;

  const beat = () => {
    tell({ type: 'watching' });
    if (clock.now() - heardAt > SILENT_MS && $otherTab.get().state === 'works') $otherTab.set({ state: 'works', isSilent: true });
    callOff = clock.after(WATCHING_MS, beat);
  };
  const heard = () => {
    heardAt = clock.now();
    const { state } = $otherTab.get();
    if (state === 'works') $otherTab.set({ state: 'works', isSilent: false });
  };
  const reload = async () => {
    const { records } = await journal.load(opened.chatId);
    if (!isStopped) session?.takeAll(records);
  };
  const take = (record: JournalRecord) => {
    const { event } = record;
    if (event.type === 'file-changed' || event.type === 'file-removed') {
      void notices.guard(t('{path} could not be read', { path: event.path }), () => project.noteFollowed(event));
    }
    if (record.chatId !== opened.chatId) return;
    current.note(record);
    if (event.type === 'run-started' && event.isBeside !== true && session?.state().status !== 'waiting_for_user') project.markRunStart();
    if (session?.take(record) === false) void reload();
  };
  return {
    begin(records) {
      session = createFollowedSession({
        chatId: opened.chatId,
        records,
        proposedChange: proposals.ask,
        onRefused: () =>
          notices.info(t('This project is open in another tab. Press “{button}” first.', { button: buttonName('use-it-here') })),
      });
      for (const record of early) take(record);
      early = [];
      beat();
      return session;
    },
    appended(record) {
      heard();
      const { data } = journalRecordSchema.safeParse(record);
      if (data === undefined) return;
      if (session === null) early.push(data);
      else take(data);
    },
    live({ chatId, parts, output }) {
      heard();
      if (chatId !== opened.chatId) return;
      $liveOutput.set(new Map(output));
      session?.showLive(parts);
    },
    proposal(message) {
      heard();
      proposals.answered(message);
    },
    reload: () => void notices.guard(t('The chat could not be read'), reload),
    stop() {
      isStopped = true;
      callOff();
    },
  };
}
