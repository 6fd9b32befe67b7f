import './bottom-tabs.css';
import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $narrowPane, $workbenchTab, type WorkbenchTab } from '../../../lib/stores/workbench.ts';
import { workbenchPanelId } from '../../page/workbench-panel-id.ts';
import { Icon } from '../../ui/icon.tsx';
import { TabList } from '../../ui/tab-list.tsx';
import { useWorkbenchTabItems } from './workbench-tab-items.ts';

/** Below 900 px: the chat and the workbench's tabs in one row at the bottom, with a dot on those that wait or work. */
export function BottomTabs() {
  const pane = useStore($narrowPane);
  const tab = useStore($workbenchTab);
  const { status } = useStore($chat, { keys: ['status'] });
  const items = useWorkbenchTabItems();
  function select(id: 'chat' | WorkbenchTab) {
    $narrowPane.set(id);
    if (id !== 'chat') $workbenchTab.set(id);
  }
  const chat = { id: 'chat' as const, name: t('Chat'), icon: 'i-lucide-message-square', hasPip: status === 'waiting_for_approval' };
  const tabs = [chat, ...items.map((item) => ({ ...item, hasPip: item.count > 0 }))].map((item) => ({
    id: item.id,
    name: item.name,
    ...(item.hasPip ? { detail: item.id === 'chat' ? t('approval needed') : t('has news') } : {}),
    content: (
      <>
        <span className="relative lh-18px">
          <Icon name={item.icon} size={18} />
          {item.hasPip && <span className="absolute -top-2px -right-5px w-7px h-7px rounded-1/2 bg-accent-edge" />}
        </span>
        {item.name}
      </>
    ),
  }));
  return (
    <TabList
      label={t('Panes')}
      tabs={tabs}
      // The workbench shows its own tab, which may have been chosen in a wide window.
      current={pane === 'chat' ? 'chat' : tab}
      onSelect={select}
      panelId={workbenchPanelId}
      className="grid [grid-template-columns:repeat(6,minmax(min-content,1fr))] shrink-0 h-56px line-t-1 bg-surface-0"
      tabClassName="bottom-tab"
    />
  );
}
