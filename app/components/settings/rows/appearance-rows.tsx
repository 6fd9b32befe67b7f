import { t } from '../../../lib/i18n/t.ts';
import { NotificationRow } from '../attention/notification-row.tsx';
import { SoundRow } from '../attention/sound-row.tsx';
import { LanguageNotice } from '../language-notice.tsx';
import type { RowEntry } from './row-entry.ts';

/** The look of the page, and the alerts while it is hidden. */
export const appearanceRows: readonly RowEntry[] = [
  {
    setting: 'theme',
    title: () => t('Theme'),
    text: () => t('Motion follows your system: with reduced motion nothing moves.'),
    choices: {
      system: { title: () => t('As the system'), text: () => t('Follows the light, dark or contrast setting of your system.') },
      dark: { title: () => t('Dark'), text: () => t('Light text on near-black.') },
      light: { title: () => t('Light'), text: () => t('Dark text on warm white.') },
      hc: { title: () => t('High contrast'), text: () => t('White on black with strong lines.') },
    },
  },
  {
    setting: 'language',
    title: () => t('Language'),
    text: () => t('Another language loads the page again. What you have typed and what is open stays, and you come back here.'),
    words: 'English Deutsch',
    // Each language is named in itself, so that users who read no other can find it.
    choices: {
      system: { title: () => t('As the system'), text: () => t('The first language of your browser that there is.') },
      en: { title: () => 'English', text: () => t('English') },
      de: { title: () => 'Deutsch', text: () => t('German') },
    },
  },
  { render: () => <LanguageNotice /> },
  {
    heading: () => t('While this page is hidden'),
    about: () => t('When the agent needs you or is done, the title of the page says so and its icon has a mark.'),
  },
  {
    settings: ['attention.notification'],
    finds: [
      {
        title: () => t('Notifications of the system'),
        text: () =>
          t('One for each question, and one when a task ends. They hold no code and no command. A press brings you to the question.'),
      },
    ],
    render: () => <NotificationRow />,
  },
  {
    setting: 'attention.chatTitle',
    title: () => t('Name the chat'),
    text: () => t('A notification holds the title of the chat, which others may see on your screen.'),
    isShown: ({ attention }) => attention.notification,
  },
  {
    settings: ['attention.sound'],
    finds: [{ title: () => t('Sound'), text: () => t('Two short tones when you are needed and when a task ends.') }],
    render: () => <SoundRow />,
  },
];
