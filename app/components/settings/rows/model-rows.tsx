import { t } from '../../../lib/i18n/t.ts';
import { CodecSettings } from '../models/codec-settings.tsx';
import { ConnectionSettings } from '../models/connections/connection-settings.tsx';
import { EffortSetting } from '../models/effort-setting.tsx';
import { LocalModelSettings } from '../models/local/local-model-settings.tsx';
import { ModelChoice } from '../models/model-choice.tsx';
import { PriceSettings } from '../models/price-settings.tsx';
import { WindowSetting } from '../models/window-setting.tsx';
import type { RowEntry } from './row-entry.ts';

/** The models, their options and their prices. */
export const modelRows: readonly RowEntry[] = [
  {
    finds: [{ title: () => t('Providers'), text: () => `${t('Add a provider')} ${t('API key')}` }],
    render: () => <ConnectionSettings />,
  },
  { settings: ['modelId'], finds: [{ title: () => t('Who answers') }], render: () => <ModelChoice /> },
  {
    settings: ['localEndpoints', 'localLook'],
    finds: [{ title: () => t('Models on this computer'), words: 'Ollama LM Studio llama.cpp vLLM' }],
    render: () => <LocalModelSettings />,
  },
  { heading: () => t('Answers') },
  {
    setting: 'temperature.agent',
    title: () => t('Temperature of the agent'),
    text: () => t('0 to 2. Low: careful and repeatable.'),
  },
  {
    setting: 'temperature.chat',
    title: () => t('Temperature of the chat'),
    text: () => t('0 to 2. Higher: freer in its words.'),
  },
  { settings: ['efforts'], finds: [{ title: () => t('Reasoning effort') }], render: () => <EffortSetting /> },
  {
    setting: 'silence.minutes',
    title: () => t('Minutes without data'),
    text: () => t('An answer without data for this long is ended. 0.5 to 14.'),
  },
  {
    setting: 'silence.thinkingMinutes',
    title: () => t('Minutes without data while thinking'),
    text: () => t('The same for models that think before they speak, and while one thinks aloud. 0.5 to 14.'),
  },
  { settings: ['contextWindows'], finds: [{ title: () => t('Context window') }], render: () => <WindowSetting /> },
  { settings: ['codecs'], finds: [{ title: () => t('How tools are called') }], render: () => <CodecSettings /> },
  { heading: () => t('Other models for') },
  {
    setting: 'models.chat',
    title: () => t('Model of chat mode'),
    text: () => t('Answers while Agent is off.'),
    none: () => t('The chosen model'),
  },
  {
    setting: 'models.plan',
    title: () => t('Model of plan mode'),
    text: () => t('Answers while the agent only reads and plans.'),
    none: () => t('The chosen model'),
  },
  {
    setting: 'models.compaction',
    title: () => t('Model of summaries'),
    text: () => t('Sums up the middle of a conversation that has become too long. A cheap one will do.'),
    none: () => t('The chosen model'),
  },
  {
    setting: 'fallbackModelId',
    title: () => t('Fallback model'),
    text: () => t('Answers for the rest of a task when the chosen model keeps failing. You are notified, and can switch back.'),
    none: () => t('None'),
  },
  { settings: ['prices'], finds: [{ title: () => t('Prices') }], render: () => <PriceSettings /> },
];
