import { t } from '../../../lib/i18n/t.ts';
import { ChoiceList } from './choice-list.tsx';
import type { SlashMenuState } from './slash-menu-state.ts';

/** The commands that match the typed text. */
export function SlashMenu({ menu }: { menu: SlashMenuState }) {
  return (
    <ChoiceList label={t('Commands')} choice={menu} keyOf={({ name }) => name} onTake={menu.take}>
      {({ name, args, text }) => (
        <>
          <span className="mono shrink-0">
            {name} <span className="c-text-3">{args}</span>
          </span>
          <span className="c-text-2 slash-text">{text}</span>
        </>
      )}
    </ChoiceList>
  );
}
