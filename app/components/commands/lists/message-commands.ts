import { t } from '../../../lib/i18n/t.ts';
import type { Command } from '../../page/keys/command.ts';
import { MESSAGE_BOX } from '../../ui/hooks/focus-first.ts';
import { focusIn, hasButton, pressButton, pressButtonIn, whenIn } from '../press-button.ts';

const box = () => document.querySelector<HTMLTextAreaElement>(MESSAGE_BOX);

/** Types the sign at the caret, which opens its menu. */
function type(sign: '/' | '@'): void {
  whenIn('chat', MESSAGE_BOX, (element) => {
    element.focus();
    const field = box();
    if (field === null) return;
    field.setRangeText(sign, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

/** Commands for the message box and the choice of the model. */
export const MESSAGE_COMMANDS: readonly Command[] = [
  {
    id: 'go-to-message',
    group: 'message',
    icon: 'i-lucide-message-square',
    text: () => t('Go to the message box'),
    keys: 'Alt+M',
    run: () => focusIn('chat', MESSAGE_BOX),
  },
  {
    id: 'choose-model',
    group: 'message',
    icon: 'i-lucide-box',
    text: () => t('Choose the model…'),
    when: () => hasButton('choose-model'),
    run: () => pressButtonIn('chat', 'choose-model'),
  },
  {
    id: 'attach-images',
    group: 'message',
    icon: 'i-lucide-image-plus',
    text: () => t('Attach images…'),
    when: () => hasButton('attach-images'),
    // Synchronous: browsers open their file dialog only during a user gesture.
    run: () => pressButton('attach-images'),
  },
  { id: 'mention', group: 'message', icon: 'i-lucide-at-sign', text: () => t('Mention a file, problems or output'), run: () => type('@') },
  {
    id: 'slash-commands',
    group: 'message',
    icon: 'i-lucide-slash',
    text: () => t('List the commands of the message box'),
    when: () => box()?.value === '' || t('The message box is not empty'),
    run: () => type('/'),
  },
  {
    id: 'prompts',
    group: 'message',
    icon: 'i-lucide-message-square-quote',
    text: () => t('Take one of your prompts…'),
    when: () => hasButton('prompts'),
    run: () => pressButtonIn('chat', 'prompts'),
  },
  {
    id: 'enhance',
    group: 'message',
    icon: 'i-lucide-wand-sparkles',
    text: () => t('Have your text written more clearly'),
    when: () => hasButton('enhance') || t('The message box is empty'),
    run: () => pressButton('enhance'),
  },
  {
    id: 'send-later',
    group: 'message',
    icon: 'i-lucide-list-plus',
    text: () => t('Send the message after this task'),
    when: () => hasButton('send-later'),
    run: () => pressButton('send-later'),
  },
];
