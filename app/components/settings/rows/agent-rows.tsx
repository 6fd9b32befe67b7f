import { t } from '../../../lib/i18n/t.ts';
import type { Place } from '../../../lib/protocol/machines/place.ts';
import type { AppSettings } from '../../../lib/protocol/settings.ts';
import { HookList } from '../project/hook-list.tsx';
import { RuleList } from '../rule-list.tsx';
import { IterationPresets } from './iteration-presets.tsx';
import { MachineHeading } from './machine-heading.tsx';
import type { RowEntry } from './row-entry.ts';
import { TurnsRow } from './turns-row.tsx';

const isOnMachine = (_settings: AppSettings, place: Place | null) => place !== null;

/** The agent's permissions and limits, the amount of history it is sent, and the rules for commands. */
export const agentRows: readonly RowEntry[] = [
  {
    setting: 'agent.enabled',
    title: () => t('Agent mode'),
    text: () => t('The agent works in steps with tools. Off means plain chat.'),
  },
  {
    setting: 'agent.autoApproveFileCreation',
    title: () => t('Auto-approve new files'),
    text: () => t('Write a file that does not exist yet without asking.'),
  },
  {
    setting: 'agent.autoApproveFileModification',
    title: () => t('Auto-approve file changes'),
    text: () => t('Change an existing file without asking. A large cut still asks.'),
  },
  {
    setting: 'agent.autoApproveCommands',
    title: () => t('Auto-approve commands'),
    text: () => t('Run commands without asking. Risky ones still ask, blocked ones stay blocked.'),
  },
  {
    setting: 'askBeforeLooking',
    title: () => t('Ask before commands that only look'),
    text: () =>
      t(
        'Commands such as ls, pwd and cat of a source file, where it is certain that they only read the project, run without asking, as the tools for reading do. Files with keys ask all the same.',
      ),
  },
  {
    setting: 'askBeforeOwnCode',
    title: () => t("Ask before running the agent's own code"),
    text: () =>
      t(
        "A command that would execute files the agent has changed in this run asks, whatever else is auto-approved. The project's own build, test and dev scripts do not.",
      ),
  },
  {
    setting: 'askAfterOutsideRead',
    title: () => t('Ask again after reading the web'),
    text: () =>
      t(
        'A page can hold instructions for the agent. Once a run has read one, commands and file changes ask, except those that a rule of yours allows.',
      ),
  },
  {
    setting: 'agent.maxIterations',
    title: () => t('Maximum iterations'),
    text: () => t('The agent stops here and asks for more. 1 to 200.'),
  },
  { render: () => <IterationPresets /> },
  { render: () => <MachineHeading />, finds: [{ title: () => t('Projects on a real machine') }] },
  {
    setting: 'machine.askBeforeLooking',
    isShown: isOnMachine,
    title: () => t('Commands that only look ask on a machine'),
    text: () =>
      t(
        'Every command asks there. Off: those that only look, such as ls, run unasked. What a command does on a real machine is not undone by Undo.',
      ),
  },
  {
    setting: 'machine.autoApproveCommands',
    isShown: isOnMachine,
    title: () => t('Commands run unasked on a machine'),
    text: () => t('Run commands on your machine without asking. Risky ones still ask, and what could lock you out is never run.'),
  },
  {
    setting: 'machine.autoApproveFileCreation',
    isShown: isOnMachine,
    title: () => t('New files are written unasked on a machine'),
    text: () => t('Write a file that does not exist yet into the folder on your machine without asking.'),
  },
  {
    setting: 'machine.autoApproveFileModification',
    isShown: isOnMachine,
    title: () => t('Files are changed unasked on a machine'),
    text: () => t('Change an existing file on your machine without asking. A large cut still asks.'),
  },
  {
    setting: 'machine.askBeforeOwnCode',
    isShown: isOnMachine,
    title: () => t("The agent's own code asks on a machine"),
    text: () => t('A command that would execute files the agent has changed in this run asks there too, whatever else is auto-approved.'),
  },
  {
    setting: 'machine.maxIterations',
    isShown: isOnMachine,
    title: () => t('Most steps of a run on a machine'),
    text: () => t('The agent stops here and asks for more. 1 to 200.'),
  },
  { heading: () => t('Budget for a task'), isFound: true },
  {
    setting: 'budget.tokens',
    title: () => t('Token budget'),
    unit: () => t('tokens'),
    text: () => t('Input and output together, as the provider counts them. Empty: none.'),
  },
  {
    setting: 'budget.money',
    title: () => t('Money budget'),
    unit: () => t('US $'),
    text: () => t("Counted where the model's price is known: Settings → Models. Empty: none."),
  },
  {
    setting: 'budget.minutes',
    title: () => t('Time budget'),
    unit: () => t('minutes'),
    text: () => t('Working time; waiting for you does not count. Empty: none.'),
  },
  { heading: () => t('Conversation') },
  {
    setting: 'history.autoCompact',
    title: () => t('Compact automatically'),
    text: () =>
      t(
        "When the model's window runs short, old results are left out, then the middle is summarised. Off: nothing is left out, the agent stops and says so.",
      ),
  },
  {
    settings: ['history.turns'],
    finds: [
      {
        title: () => t('Send only the last turns'),
        text: () => t("For small models: only the newest messages are sent, half of them yours, half the agent's, with a shorter prompt."),
      },
    ],
    render: () => <TurnsRow />,
  },
  {
    settings: ['rules'],
    finds: [{ title: () => t('Rules'), text: () => `${t('Allow')} ${t('Deny')}` }, { title: () => t('Try a command') }],
    render: () => <RuleList />,
  },
  { finds: [{ title: () => t('Hooks of this project') }], render: () => <HookList /> },
];
