import { t } from '../../../lib/i18n/t.ts';
import type { SettingsTab } from '../../page/overlay-context.tsx';

export interface FoundSetting {
  tab: SettingsTab;
  /** As its tab shows it, by which it is found there; null: the whole tab. */
  name: string | null;
  /** More that it is looked for by: what it does, or what can be chosen. */
  words: string;
}

type Texts = readonly [name: string, ...words: string[]];

/** All settings, in the order of their tabs. Asked for when they are searched: texts are in the language of now. */
export function settingList(): readonly FoundSetting[] {
  return [
    ...inTab('agent', agent()),
    ...inTab('models', models()),
    ...inTab('cost', [
      [t('What was used'), 'CSV'],
      [t('Budget for a day')],
      [t('Tokens a day'), t('Input and output of all tasks together. Empty: none.')],
      [t('Money a day'), t('Of requests whose price is known; others cost nothing here. Empty: none.')],
    ]),
    { tab: 'prompts', name: null, words: t('Add a prompt') },
    { tab: 'mcp', name: null, words: t('Add a server') },
    ...inTab('runtime', [
      [t('Runtime'), 'WebContainer StackBlitz'],
      [t('Hosts that programs may reach'), t('Hosts'), 'proxy CORS'],
      [t('Web search'), t('Search endpoint')],
    ]),
    ...inTab('appearance', [
      [t('Theme'), t('Dark'), t('Light'), t('High contrast'), t('Motion follows your system: with reduced motion nothing moves.')],
      [t('Language'), t('English'), t('German'), 'English Deutsch'],
      [
        t('Notifications of the system'),
        t('One for each question, and one when a task ends. They hold no code and no command. A press brings you to the question.'),
      ],
      [t('Sound'), t('Two short tones when you are needed and when a task ends.')],
    ]),
    ...inTab('data', [
      [t('Storage')],
      [t('Open without a network'), 'offline'],
      [t('Export settings'), 'TOML'],
      [t('Import settings'), t('From such a file. What would change is shown first.')],
      [t('Delete everything'), 'reset privacy'],
    ]),
    { tab: 'shortcuts', name: null, words: t('Show all keys, and change them') },
    { tab: 'diagnostics', name: null, words: t('Find out why something does not work') },
    { tab: 'about', name: null, words: [t('Version'), t('Licence')].join(' ') },
  ];
}

function inTab(tab: SettingsTab, texts: readonly Texts[]): FoundSetting[] {
  return texts.map(([name, ...words]) => ({ tab, name, words: words.join(' ') }));
}

const agent = (): readonly Texts[] => [
  [t('Agent mode'), t('The agent works in steps with tools. Off means plain chat.')],
  [t('Auto-approve new files'), t('Write a file that does not exist yet without asking.')],
  [t('Auto-approve file changes'), t('Change an existing file without asking. A large cut still asks.')],
  [t('Auto-approve commands'), t('Run commands without asking. Risky ones still ask, blocked ones stay blocked.')],
  [t("Ask before running the agent's own code")],
  [t('Ask before commands that only look')],
  [t('Ask again after reading the web')],
  [t('Maximum iterations'), t('The agent stops here and asks for more. 1 to 200.')],
  [t('Compact automatically')],
  [t('Send only the last turns')],
  [t('Budget for a task')],
  [t('Token budget'), t('Input and output together, as the provider counts them. Empty: none.')],
  [t('Money budget')],
  [t('Time budget'), t('Working time; waiting for you does not count. Empty: none.')],
  [t('Rules'), t('Allow'), t('Deny')],
  [t('Try a command')],
];

const models = (): readonly Texts[] => [
  [t('Providers'), t('Add a provider'), t('API key')],
  [t('Who answers')],
  [t('Models on this computer'), 'Ollama LM Studio llama.cpp vLLM'],
  [t('Model of chat mode'), t('Answers while Agent is off.')],
  [t('Model of plan mode'), t('Answers while the agent only reads and plans.')],
  [t('Model of summaries')],
  [t('Fallback model')],
  [t('Temperature of the agent'), t('0 to 2. Low: careful and repeatable.')],
  [t('Temperature of the chat'), t('0 to 2. Higher: freer in its words.')],
  [t('Minutes without data')],
  [t('Minutes without data while thinking')],
  [t('Reasoning effort')],
  [t('Context window')],
  [t('Prices')],
];
