import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/default-settings.ts';
import type { AgentModeSettings } from '../../lib/protocol/settings.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { useActions } from '../page/workbench-context.tsx';
import { NumberStepper } from '../ui/number-stepper.tsx';
import { HistorySettings } from './history-settings.tsx';
import { BudgetSettings } from './models/budget-settings.tsx';
import { HookList } from './project/hook-list.tsx';
import { RuleList } from './rule-list.tsx';
import { SettingRow } from './setting-row.tsx';
import { SwitchRow } from './switch-row.tsx';

type SwitchName = Exclude<keyof AgentModeSettings, 'maxIterations'>;

const SWITCHES: readonly { name: SwitchName; title: () => string; text: () => string }[] = [
  { name: 'enabled', title: () => t('Agent mode'), text: () => t('The agent works in steps with tools. Off means plain chat.') },
  {
    name: 'autoApproveFileCreation',
    title: () => t('Auto-approve new files'),
    text: () => t('Write a file that does not exist yet without asking.'),
  },
  {
    name: 'autoApproveFileModification',
    title: () => t('Auto-approve file changes'),
    text: () => t('Change an existing file without asking. A large cut still asks.'),
  },
  {
    name: 'autoApproveCommands',
    title: () => t('Auto-approve commands'),
    text: () => t('Run commands without asking. Risky ones still ask, blocked ones stay blocked.'),
  },
];

const ASKS: readonly {
  name: 'askBeforeLooking' | 'askBeforeOwnCode' | 'askAfterOutsideRead';
  title: () => string;
  text: () => string;
}[] = [
  {
    name: 'askBeforeLooking',
    title: () => t('Ask before commands that only look'),
    text: () =>
      t(
        'Commands such as ls, pwd and cat of a source file, where it is certain that they only read the project, run without asking, as the tools for reading do. Files with keys ask all the same.',
      ),
  },
  {
    name: 'askBeforeOwnCode',
    title: () => t("Ask before running the agent's own code"),
    text: () =>
      t(
        "A command that would execute files the agent has changed in this run asks, whatever else is auto-approved. The project's own build, test and dev scripts do not.",
      ),
  },
  {
    name: 'askAfterOutsideRead',
    title: () => t('Ask again after reading the web'),
    text: () =>
      t(
        'A page can hold instructions for the agent. Once a run has read one, commands and file changes ask, except those that a rule of yours allows.',
      ),
  },
];

/** The five settings of the agent and the rules for commands. */
export function AgentSettings() {
  const actions = useActions('settings');
  const { agent, ...asks } = useStore($settings, { keys: ['agent', 'askBeforeLooking', 'askBeforeOwnCode', 'askAfterOutsideRead'] });
  return (
    <>
      {SWITCHES.map((setting) => (
        <SwitchRow
          key={setting.name}
          {...setting}
          isOn={agent[setting.name]}
          onChange={(isOn) => actions.updateAgentSettings({ [setting.name]: isOn })}
        />
      ))}
      {ASKS.map((setting) => (
        <SwitchRow
          key={setting.name}
          {...setting}
          isOn={asks[setting.name]}
          onChange={(isOn) => actions.updateSettings({ [setting.name]: isOn })}
        />
      ))}
      <SettingRow title={t('Maximum iterations')} text={t('The agent stops here and asks for more. 1 to 200.')} textId="setting-iterations">
        <NumberStepper
          label={t('Maximum iterations')}
          describedBy="setting-iterations"
          value={agent.maxIterations}
          minimum={1}
          maximum={200}
          onChange={(maxIterations) => actions.updateAgentSettings({ maxIterations })}
        />
      </SettingRow>
      <IterationPresets />
      <BudgetSettings />
      <HistorySettings />
      <RuleList />
      <HookList />
    </>
  );
}

const PRESETS = [
  { name: () => t('Careful'), iterations: 20 },
  { name: () => t('Default'), iterations: DEFAULT_APP_SETTINGS.agent.maxIterations },
  { name: () => t('Long'), iterations: 100 },
] as const;

function IterationPresets() {
  const actions = useActions('settings');
  const { maxIterations } = useStore($settings, { keys: ['agent'] }).agent;
  return (
    <fieldset className="iteration-presets" aria-label={t('Presets of iterations')}>
      {PRESETS.map(({ name, iterations }) => (
        <button
          key={name()}
          type="button"
          className="preset-chip"
          aria-pressed={maxIterations === iterations}
          onClick={() => actions.updateAgentSettings({ maxIterations: iterations })}
        >
          {name()} <span className="tabular">{iterations}</span>
        </button>
      ))}
    </fieldset>
  );
}
