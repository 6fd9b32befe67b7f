import { Group, Panel, Separator } from 'react-resizable-panels';
import { ApprovalRegion } from '../approvals/approval-region.tsx';
import { Conversation } from '../chat/conversation.tsx';
import { MessageBox } from '../chat/message-box.tsx';
import { RunStrip } from '../chat/run-strip.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { NarrowPanes } from './narrow-panes.tsx';
import { WorkbenchPanel } from './workbench-panel.tsx';

function ConversationPane() {
  return (
    <>
      <Conversation approvals={<ApprovalRegion />} />
      <div className="composer">
        <RunStrip />
        <MessageBox variant="session" />
      </div>
    </>
  );
}

/** The header's left part is as wide as the conversation; a variable carries the width there. */
function publishWidth(pixels: number) {
  document.documentElement.style.setProperty('--conversation-width', `${Math.round(pixels)}px`);
}

function useConversationWidth(): number {
  const isSmall = useMediaQuery('(max-width: 1099px)');
  const isMedium = useMediaQuery('(max-width: 1279px)');
  return isSmall ? 360 : isMedium ? 400 : 480;
}

/** Conversation and workbench: side by side, or below 900 px one at a time. */
export function SessionLayout({ isNarrow }: { isNarrow: boolean }) {
  const width = useConversationWidth();
  if (isNarrow) {
    return (
      <>
        <NarrowPanes conversation={<ConversationPane />} />
        <BottomTabs />
      </>
    );
  }
  return (
    // A new breakpoint lays the panels anew.
    <Group key={width} id="session" orientation="horizontal" className="session">
      <Panel
        id="conversation"
        defaultSize={width}
        minSize={Math.min(360, width)}
        maxSize={640}
        groupResizeBehavior="preserve-pixel-size"
        className="conversation-pane"
        onResize={(size) => publishWidth(size.inPixels)}
      >
        <ConversationPane />
      </Panel>
      <Separator id="session-separator" className="separator" aria-label="Width of the conversation" />
      <Panel id="workbench" minSize={480} className="workbench-pane">
        <WorkbenchPanel />
      </Panel>
    </Group>
  );
}
