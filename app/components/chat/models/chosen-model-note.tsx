import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { activeModel } from '../../../lib/protocol/models/active-model.ts';
import { isLocalModel } from '../../../lib/protocol/models/local-endpoint.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { Button } from '../../ui/button.tsx';
import { useModelChoice } from '../../ui/hooks/use-active-model.ts';
import { Icon } from '../../ui/icon.tsx';
import { useChooseModel } from './use-choose-model.ts';

/** Says if the chosen model is not the one that answers, or if it is unknown whether it can answer. */
export function ChosenModelNote() {
  const choice = useModelChoice();
  const choose = useChooseModel();
  if (choice.type === 'offered') return <LastModelNote next={choice.model} />;
  if (choice.type !== 'gone' && choice.type !== 'unlisted') return null;
  return (
    <section aria-label={t('Chosen model')} className="text-note flex items-center gap-8px mb-4px py-6px px-10px rounded-2 bg-yellow-soft">
      <Icon name="i-lucide-triangle-alert" className="c-yellow" />
      <p className="flex-1 min-w-0">
        {choice.type === 'unlisted'
          ? t('Whether {name} is offered could not be asked: {problem} It is tried all the same.', {
              name: choice.model.name,
              problem: choice.problem,
            })
          : goneText(choice.id, choice.connection, choice.model.name)}
      </p>
      {choice.type === 'gone' && (
        <Button size={24} onClick={() => choose(choice.replacement.id)}>
          {t('Use {name}', { name: choice.replacement.name })}
        </Button>
      )}
    </section>
  );
}

/** Shown if the model that answered last in this chat is gone and another is used now, until that model has answered. */
function LastModelNote({ next }: { next: ModelInfo }) {
  const { stepModelId } = useStore($chat, { keys: ['stepModelId'] });
  const offered = useStore($models);
  const choose = useChooseModel();
  // An unlisted model on the user's computer may only be asleep.
  if (stepModelId === '' || stepModelId === next.id || isLocalModel(stepModelId)) return null;
  const last = activeModel(stepModelId, null, offered);
  if (last.type !== 'gone') return null;
  const { connection, replacement } = last;
  return (
    <section aria-label={t('Last model')} className="text-note flex items-center gap-8px mb-4px py-6px px-10px rounded-2 bg-yellow-soft">
      <Icon name="i-lucide-triangle-alert" className="c-yellow" />
      <p className="flex-1 min-w-0">
        {connection === null
          ? t('{id} answered last in this chat and is no longer offered. {name} answers next.', { id: stepModelId, name: next.name })
          : t('{id} answered last in this chat and is no longer offered by {connection}. {name} answers next.', {
              id: stepModelId,
              connection,
              name: next.name,
            })}
      </p>
      {replacement.id !== next.id && (
        <Button size={24} onClick={() => choose(replacement.id)}>
          {t('Use {name}', { name: replacement.name })}
        </Button>
      )}
    </section>
  );
}

function goneText(id: string, connection: string | null, name: string): string {
  return connection === null
    ? t('{id} is no longer offered: its provider is not connected any more. {name} answers instead.', { id, name })
    : t('{id} is no longer offered by {connection}. {name} answers instead.', { id, connection, name });
}
