import { t } from '../../../lib/i18n/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { ChoiceList } from '../message-box/choice-list.tsx';
import { attachmentIcon } from './attachment-text.ts';
import type { MentionMenuState } from './mention-menu-state.ts';

/** Files, resources and prompts that match the text after `@`. */
export function MentionMenu({ menu }: { menu: MentionMenuState }) {
  return (
    <ChoiceList label={t('Files, resources and prompts')} choice={menu} keyOf={({ key }) => key} onTake={menu.take}>
      {(item) => (
        <>
          <span className="flex items-center gap-6px min-w-0 max-w-full">
            <Icon name={attachmentIcon(item.source)} className="c-text-3 shrink-0" />
            <span className="mono truncate">{visibleName(item.name)}</span>
          </span>
          <span className="c-text-2 slash-text">{visibleName(item.text)}</span>
        </>
      )}
    </ChoiceList>
  );
}
