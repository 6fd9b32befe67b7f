import { t } from '../../../lib/i18n/t.ts';
import type { RefusedPart } from '../../../lib/protocol/models/refused-part.ts';
import { Icon } from '../../ui/icon.tsx';

/** Marks where a provider refused a part of the conversation, which continued without it. */
export function LeftOutRow({ left, message }: { left: RefusedPart; message: string }) {
  return (
    <p className="remark" title={message}>
      <Icon name="i-lucide-info" className="c-text-3" />
      <span>{leftOutText(left)}</span>
    </p>
  );
}

function leftOutText(left: RefusedPart): string {
  switch (left.part) {
    case 'thoughts':
      return t(
        'The provider no longer takes the thoughts of its earlier answers. The conversation continues without them; they stay visible here.',
      );
    case 'images':
      return t(
        'The provider does not take the images that were sent so far. The conversation continues without them; they stay visible here.',
      );
    case 'call-ids':
      return t('The provider does not take the names under which earlier calls were kept. They are sent under others.');
    case 'tool':
      return t('The provider does not take the tool {name}. The conversation continues without it.', { name: left.name });
  }
}
