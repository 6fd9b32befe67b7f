import { Button } from '../../ui/button.tsx';
import { useModelChoice } from '../../ui/hooks/use-active-model.ts';
import { Icon } from '../../ui/icon.tsx';
import { useChooseModel } from './use-choose-model.ts';

/** What became of the model that the user has chosen, where that is not the one that answers, or nobody knows whether it can. */
export function ChosenModelNote() {
  const choice = useModelChoice();
  const choose = useChooseModel();
  if (choice.type !== 'gone' && choice.type !== 'unlisted') return null;
  return (
    <section aria-label="Chosen model" className="text-note flex items-center gap-8px mb-4px py-6px px-10px rounded-2 bg-yellow-soft">
      <Icon name="i-lucide-triangle-alert" className="c-yellow" />
      <p className="flex-1 min-w-0">
        {choice.type === 'unlisted'
          ? `Whether ${choice.model.name} is offered could not be asked: ${choice.problem} It is tried all the same.`
          : `${choice.id} is no longer offered${choice.connection === null ? ': its provider is not connected any more' : ` by ${choice.connection}`}. ${choice.model.name} answers instead.`}
      </p>
      {choice.type === 'gone' && (
        <Button size={24} onClick={() => choose(choice.replacement.id)}>
          Use {choice.replacement.name}
        </Button>
      )}
    </section>
  );
}
