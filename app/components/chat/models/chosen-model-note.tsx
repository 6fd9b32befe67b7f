import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import type { Place } from '../../../lib/protocol/machines/place.ts';
import { type ActiveModel, activeModel, connectionIdOf, modelNamed } from '../../../lib/protocol/models/active-model.ts';
import { isLocalModel, isMachineModel, machineModelsId } from '../../../lib/protocol/models/local-endpoint.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $projectConfig } from '../../../lib/stores/project-config.ts';
import { $models, $place } from '../../../lib/stores/workbench.ts';
import { Button } from '../../ui/button.tsx';
import { useModelChoice } from '../../ui/hooks/use-active-model.ts';
import { Icon } from '../../ui/icon.tsx';
import { useChooseModel } from './use-choose-model.ts';

const NOTE = 'text-note flex items-center gap-8px mb-4px py-6px px-10px rounded-2 bg-yellow-soft';
const PROJECT_CONFIG_FILE = '.devonz/config.toml';

/** Says if the chosen model is not the one that answers, or if it is unknown whether it can answer. */
export function ChosenModelNote() {
  const choice = useModelChoice();
  const choose = useChooseModel();
  const place = useStore($place);
  if (choice.type === 'none') return null;
  if (choice.type === 'offered')
    return (
      <>
        <LastModelNote next={choice.model} />
        <WishedModelNote next={choice.model} />
      </>
    );
  if (choice.type === 'unmet') return <UnmetNote wished={choice.wished} name={choice.model.name} />;
  return (
    <section aria-label={t('Chosen model')} className={NOTE}>
      <Icon name="i-lucide-triangle-alert" className="c-yellow" />
      <p className="flex-1 min-w-0">
        {choice.type === 'unlisted'
          ? t('Whether {name} is offered could not be asked: {problem} It is tried all the same.', {
              name: choice.model.name,
              problem: choice.problem,
            })
          : goneText(choice, place)}
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
    <section aria-label={t('Last model')} className={NOTE}>
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

/** Says that the project names a model that nobody offers here. */
function UnmetNote({ wished, name }: { wished: string; name: string }) {
  return (
    <section aria-label={t('Model of the project')} className={NOTE}>
      <Icon name="i-lucide-triangle-alert" className="c-yellow" />
      <p className="flex-1 min-w-0">
        {t('The project names the model {wished} ({file}), which is not offered here. {name} answers instead.', {
          wished,
          file: PROJECT_CONFIG_FILE,
          name,
        })}
      </p>
    </section>
  );
}

/** Shown in a new chat if the project names another model than the user has chosen, whose choice comes first. */
function WishedModelNote({ next }: { next: ModelInfo }) {
  const { stepModelId } = useStore($chat, { keys: ['stepModelId'] });
  const { config } = useStore($projectConfig);
  const offered = useStore($models);
  const choose = useChooseModel();
  const wished = config.model === null ? undefined : modelNamed(config.model, offered);
  if (stepModelId !== '' || wished === undefined || wished.id === next.id) return null;
  return (
    <section aria-label={t('Model of the project')} className={NOTE}>
      <Icon name="i-lucide-info" className="c-yellow" />
      <p className="flex-1 min-w-0">
        {t('The project names the model {wished}. {name}, which you have chosen, answers.', { wished: wished.name, name: next.name })}
      </p>
      <Button size={24} onClick={() => choose(wished.id)}>
        {t('Use {name}', { name: wished.name })}
      </Button>
    </section>
  );
}

function goneText({ id, connection, model: { name } }: Extract<ActiveModel, { type: 'gone' }>, place: Place | null): string {
  if (!id.includes(':')) return t('No model named {id} is offered here. {name} answers instead.', { id, name });
  if (isMachineModel(id) && (place === null || connectionIdOf(id) !== machineModelsId(place.machineId)))
    return t('{id} is a model of another machine. {name} answers here.', { id: id.slice(connectionIdOf(id).length + 1), name });
  return connection === null
    ? t('{id} is no longer offered: its provider is not connected any more. {name} answers instead.', { id, name })
    : t('{id} is no longer offered by {connection}. {name} answers instead.', { id, connection, name });
}
