import type { NotificationAccess } from '../../../lib/attention/attention-store.ts';
import { t } from '../../../lib/i18n/t.ts';

export const ATTENTION_SETTINGS_TEXT = {
  about: () => t('When the agent needs you or is done, the title of the page says so and its icon has a mark.'),
  notification: {
    title: () => t('Notifications of the system'),
    text: () => t('One for each question, and one when a task ends. They hold no code and no command. A press brings you to the question.'),
  },
  sound: { title: () => t('Sound'), text: () => t('Two short tones when you are needed and when a task ends.') },
  access: {
    granted: () => '',
    refused: () =>
      t(
        'The browser refuses notifications of this page. Allow them in its settings for this site (mostly behind the icon beside the address), then turn this on.',
      ),
    'not-asked': () => t('The browser asks you when you turn this on.'),
    unsupported: () => t('This browser shows no notifications of a page. The title and the icon say it all the same.'),
  } satisfies Record<NotificationAccess, () => string>,
  unanswered: () => t('The browser still waits for your answer on whether it may show them: ask it again.'),
  askAgain: () => t('Ask the browser'),
} as const;
