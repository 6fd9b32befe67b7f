import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $workbenchTab } from '../../../lib/stores/workbench.ts';
import { workbenchPanelId } from '../../page/workbench-panel-id.ts';
import { Icon } from '../../ui/icon.tsx';
import { TabList } from '../../ui/tab-list.tsx';
import { useWorkbenchTabItems } from './workbench-tab-items.ts';

/** The workbench's tabs in the header. */
export function WorkbenchTabs() {
  const current = useStore($workbenchTab);
  const tabs = useWorkbenchTabItems().map((item) => ({
    id: item.id,
    name: item.name,
    ...(item.count > 0 ? { detail: item.detail } : {}),
    content: (
      <>
        <Icon name={item.icon} size={15} className="tab-icon" />
        {item.name}
        {item.count > 0 && <span className={`badge badge-count badge-${item.tone}`} data-count={item.count} />}
      </>
    ),
  }));
  return (
    <TabList
      label={t('Workbench')}
      tabs={tabs}
      current={current}
      onSelect={(tab) => $workbenchTab.set(tab)}
      panelId={workbenchPanelId}
      className="flex gap-2px flex-none pl-2px"
      tabClassName="tab"
    />
  );
}
