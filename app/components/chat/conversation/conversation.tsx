import { t } from '../../../lib/i18n/t.ts';
import './conversation.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { ModelUsage } from '../../../lib/protocol/models/run-cost.ts';
import { $chat, $viewStart, type ViewStart } from '../../../lib/stores/chat.ts';
import { Button } from '../../ui/button.tsx';
import { useFrameStore } from '../../ui/hooks/use-frame-store.ts';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { RunningCommandCards } from '../cards/commands/running-command-cards.tsx';
import { UserCommandCard } from '../cards/commands/user-command-card.tsx';
import { SilenceCard } from '../cards/silence-card.tsx';
import { RequestWaitCard } from '../failures/request-wait-card.tsx';
import { RunOutcome } from '../run/run-outcome.tsx';
import { TOOL_VIEWS } from '../tool-views/tool-view-list.ts';
import { type ToolViews, ToolViewsContext, toolViews } from '../tool-views/tool-views-context.ts';
import { ConversationBlocks } from './conversation-blocks.tsx';
import { type ConversationRow, foldSteps, groupCalls, journalRows, liveRows } from './conversation-rows.ts';
import { PlainNote } from './plain/plain-note.tsx';
import { ProjectHint } from './project-hint.tsx';
import { useRestingMotion } from './use-resting-motion.ts';
import { useStickToEnd } from './use-stick-to-end.ts';
import { WaitingMessages } from './waiting-messages.tsx';

interface ConversationProps {
  /** The requests that wait for the user, shown at the end of the log. */
  approvals: ReactNode;
  views?: ToolViews;
}

const ALL_VIEWS = toolViews(TOOL_VIEWS);

function stepKeys(rows: readonly ConversationRow[]): Set<string> {
  return new Set(rows.filter((row) => row.kind === 'step').map((row) => row.key));
}

/** Includes only the newest task: the card of an earlier task has already shown its usage. */
function byStep(usage: readonly ModelUsage[]): ReadonlyMap<string, ModelUsage> {
  return new Map(usage.flatMap((used) => (used.stepId === undefined ? [] : [[used.stepId, used] as const])));
}

function isGroupedIn(views: ToolViews) {
  return (toolName: string) => views.get(toolName)?.grouped !== undefined;
}

/** Returns the rows to show; recomputed only if the store has changed. */
function useRows(opened: ReadonlySet<string>, views: ToolViews, viewStart: ViewStart | null): ConversationRow[] {
  const messages = useFrameStore($chat, (chat) => chat.messages);
  const toolCalls = useFrameStore($chat, (chat) => chat.toolCalls);
  const liveParts = useFrameStore($chat, (chat) => chat.liveParts);
  const stepId = useFrameStore($chat, (chat) => chat.openStep) ?? 'live';
  const remarks = useFrameStore($chat, (chat) => chat.remarks);
  const compactions = useFrameStore($chat, (chat) => chat.compactions);
  const leftOut = useFrameStore($chat, (chat) => chat.leftOut);
  const versions = useFrameStore($chat, (chat) => chat.versions);
  const userCommands = useFrameStore($chat, (chat) => chat.userCommands);
  const runUsage = useFrameStore($chat, (chat) => chat.runUsage);
  const settled = useMemo(
    () => journalRows(messages, toolCalls, remarks, { versions, compactions, leftOut, userCommands, viewStart, usage: byStep(runUsage) }),
    [messages, toolCalls, remarks, versions, compactions, leftOut, userCommands, viewStart, runUsage],
  );
  const shown = useMemo(() => stepKeys(settled), [settled]);
  // Settled rows are grouped once, so that they stay the same objects while a response streams.
  const grouped = useMemo(() => groupCalls(settled, isGroupedIn(views)), [settled, views]);
  return useMemo(
    () => foldSteps(groupCalls([...grouped, ...liveRows(liveParts, toolCalls, shown, stepId)], isGroupedIn(views)), opened),
    [grouped, shown, liveParts, stepId, toolCalls, opened, views],
  );
}

/** Separates commands that the user ran after the newest task from its steps; they follow the task's card. */
function apartFromTask(rows: readonly ConversationRow[], isOver: boolean) {
  const end = rows.findLastIndex(({ kind }) => kind !== 'user-command') + 1;
  if (end === 0 || !isOver) return { ofTask: rows, afterTask: [] };
  return { ofTask: rows.slice(0, end), afterTask: rows.slice(end).flatMap((row) => (row.kind === 'user-command' ? [row] : [])) };
}

/** Returns where the view of the open chat was cleared. */
function useViewStart(): ViewStart | null {
  const start = useStore($viewStart);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  return start?.chatId === chatId ? start : null;
}

/** The conversation: a log that stays scrolled to its end while it grows. */
export function Conversation({ approvals, views = ALL_VIEWS }: ConversationProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const viewStart = useViewStart();
  const rows = useRows(opened, views, viewStart);
  const isOver = !isRunOpen(useFrameStore($chat, (chat) => chat.status));
  const { ofTask, afterTask } = useMemo(() => apartFromTask(rows, isOver), [rows, isOver]);
  useRestingMotion(useFrameStore($chat, (chat) => chat.liveParts));
  const { scroller, content, isAtEnd, jumpToEnd } = useStickToEnd();
  const toggleFold = useCallback((key: string) => {
    setOpened((previous) => {
      const next = new Set(previous);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  return (
    <div className="relative flex-1 min-h-0">
      <div
        ref={scroller}
        role="log"
        aria-label={t('Conversation')}
        // The page's one live region announces what matters; reading out every word of a streaming response would be too much.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="conversation-log scroll focus-inset"
      >
        <div ref={content} className="conversation-rows">
          {viewStart !== null && (
            <Button variant="ghost" size={24} className="self-center" onClick={() => $viewStart.set(null)}>
              {t('Show the earlier conversation')}
            </Button>
          )}
          <PlainNote />
          <ToolViewsContext.Provider value={views}>
            <ConversationBlocks scroller={scroller} rows={ofTask} opened={opened} onToggleFold={toggleFold} />
          </ToolViewsContext.Provider>
          {approvals}
          {/* Shown also if a generator has just created the project, or an installation has ended. */}
          {viewStart === null && rows.every(({ kind }) => kind === 'user-command') && <ProjectHint />}
          <SilenceCard />
          <RequestWaitCard />
          {(rows.length > 0 || viewStart === null) && <RunOutcome />}
          {afterTask.map(({ key, done }) => (
            <UserCommandCard key={key} done={done} />
          ))}
          <RunningCommandCards />
          <WaitingMessages />
        </div>
      </div>
      {!isAtEnd && (
        <Button size={24} icon="i-lucide-arrow-down" className="jump-to-latest" data-command="jump-to-latest" onClick={jumpToEnd}>
          {t('Jump to latest')}
        </Button>
      )}
    </div>
  );
}
