import './session-layout.css';
import { useStore } from '@nanostores/react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { buttonName } from '../../lib/button-names/button-name.ts';
import { t } from '../../lib/i18n/t.ts';
import { $awayPlace, $isFollowing } from '../../lib/stores/other-tab.ts';
import { $narrowPane } from '../../lib/stores/workbench.ts';
import { ApprovalRegion } from '../approvals/approval-region.tsx';
import { Conversation } from '../chat/conversation/conversation.tsx';
import { ImageDropColumn } from '../chat/images/image-drop-column.tsx';
import { MessageBox } from '../chat/message-box/message-box.tsx';
import { ModelBanner } from '../chat/message-box/model-banner.tsx';
import { ChosenModelNote } from '../chat/models/chosen-model-note.tsx';
import { PlanPanel } from '../chat/run/plan-panel.tsx';
import { RunStrip } from '../chat/run/run-strip.tsx';
import { ConnectionOffer } from '../machines/connection-offer.tsx';
import { HostQuestions } from '../outbound/host-questions.tsx';
import { tabPanelLabels } from '../page/workbench-panel-id.ts';
import { EndedBar } from '../terminal/ended-bar.tsx';
import { useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { OTHER_TAB_REASON_ID } from '../ui/hooks/use-reading-only.ts';
import { useKeptWidth } from './hooks/use-kept-width.ts';
import { OtherTabBar } from './other-tab/other-tab-bar.tsx';
import { PlaceAwayBar } from './other-tab/place-away-bar.tsx';
import { BottomTabs } from './workbench/bottom-tabs.tsx';
import { WorkbenchPanel } from './workbench/workbench-panel.tsx';

function ConversationPane({ address }: { address: string | null }) {
  // Nothing can be answered or sent while another tab works on the project; the bar above says so.
  const isFollowing = useStore($isFollowing);
  const away = useStore($awayPlace);
  return (
    <>
      <Conversation
        approvals={
          <fieldset disabled={isFollowing} className="contents">
            <ApprovalRegion />
          </fieldset>
        }
      />
      <div className="composer">
        <HostQuestions />
        <ModelBanner />
        <ConnectionOffer />
        <ChosenModelNote />
        <PlanPanel />
        <fieldset disabled={isFollowing} aria-describedby={isFollowing ? OTHER_TAB_REASON_ID : undefined} className="contents">
          <EndedBar />
          <RunStrip />
          {isFollowing && (
            <p className="message-note">
              {away === null
                ? t('Messages are sent from the tab that works on the project. Press “{button}” above.', {
                    button: buttonName('use-it-here'),
                  })
                : t('Messages can be sent when the machine is connected again.')}
            </p>
          )}
          <MessageBox variant="session" address={address} />
        </fieldset>
      </div>
    </>
  );
}

/** Publishes the conversation's width in a CSS variable for the header's left part, which is equally wide. */
function publishWidth(pixels: number) {
  document.documentElement.style.setProperty('--conversation-width', `${Math.round(pixels)}px`);
}

function useConversationWidth(): number {
  const isSmall = useMediaQuery('(max-width: 1099px)');
  const isMedium = useMediaQuery('(max-width: 1279px)');
  return isSmall ? 360 : isMedium ? 400 : 480;
}

/**
 * Conversation and workbench side by side or, below 900 px, one at a time. Both layouts are one tree, so that narrowing the window keeps
 * the preview's page, a terminal's screen and a half-written message. `address` is the chat that it names.
 */
export function SessionLayout({ isNarrow, address }: { isNarrow: boolean; address: string | null }) {
  const pane = useStore($narrowPane);
  const width = useConversationWidth();
  // The `key` does not change at a breakpoint, because that would reload the preview's page.
  const keep = useKeptWidth('conversation', width, !isNarrow);
  return (
    <>
      <OtherTabBar />
      <PlaceAwayBar />
      <Group
        id="session"
        orientation="horizontal"
        className="session"
        onLayoutChanged={keep.onLayoutChanged}
        data-pane={isNarrow ? (pane === 'chat' ? 'chat' : 'workbench') : 'all'}
      >
        <Panel
          id="conversation"
          panelRef={keep.panel}
          defaultSize={width}
          minSize={Math.min(360, width)}
          maxSize={640}
          groupResizeBehavior="preserve-pixel-size"
          className="h-full"
          onResize={(size) => publishWidth(size.inPixels)}
        >
          <ImageDropColumn
            className="relative flex flex-col h-full min-h-0 min-w-0"
            {...(isNarrow ? { role: 'tabpanel', ...tabPanelLabels('chat') } : {})}
          >
            <ConversationPane address={address} />
          </ImageDropColumn>
        </Panel>
        <Separator id="session-separator" className="separator" aria-label={t('Width of the conversation')} />
        <Panel id="workbench" minSize={510} className="workbench-pane">
          <WorkbenchPanel isNarrow={isNarrow} />
        </Panel>
      </Group>
      {isNarrow && pane !== 'chat' && <HostQuestions isStrip />}
      {isNarrow && <BottomTabs />}
    </>
  );
}
