import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

/** Marks where the conversation was reverted; the messages that followed are kept as another version. */
export function VersionRow({ versionId, count }: { versionId: string; count: number }) {
  const actions = useActions('checkpoints');
  return (
    <div className="flex items-center gap-8px text-sm c-text-3">
      <Icon name="i-lucide-history" className="c-text-3" />
      <span className="flex-1 min-w-0">
        {plural(count, {
          one: 'Another version from here on, with {count} message',
          other: 'Another version from here on, with {count} messages',
        })}
      </span>
      <WorkButton variant="ghost" size={20} onClick={() => actions.showVersion(versionId)}>
        {t('Show the earlier version')}
      </WorkButton>
    </div>
  );
}
