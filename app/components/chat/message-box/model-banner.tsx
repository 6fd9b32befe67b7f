import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { useModelName } from '../../ui/hooks/use-model-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';

/** Always shown while another model than the chosen one answers, until the task ends or the user switches back. */
export function ModelBanner() {
  const actions = useActions('chat');
  const { switchedModelId, status } = useStore($chat, { keys: ['switchedModelId', 'status'] });
  const { models } = useStore($models);
  const chosen = useModelName();
  if (switchedModelId === null) return null;
  const name = models.find((model) => model.id === switchedModelId)?.name ?? switchedModelId;
  const isOpen = isRunOpen(status) || status === 'waiting_for_user';
  return (
    <section
      aria-label={t('Model switched')}
      className="text-note flex items-center gap-8px mb-4px py-6px px-10px rounded-2 bg-yellow-soft"
    >
      <Icon name="i-lucide-triangle-alert" className="c-yellow" />
      <p className="flex-1 min-w-0">
        {isOpen
          ? t('{chosen} kept failing. {name} answers for the rest of this task.', { chosen, name })
          : t('{chosen} kept failing, so {name} answered. The next task begins with {chosen} again.', { chosen, name })}
      </p>
      {isOpen && (
        <WorkButton size={24} onClick={() => actions.switchBack()}>
          {t('Back to {chosen}', { chosen })}
        </WorkButton>
      )}
    </section>
  );
}
