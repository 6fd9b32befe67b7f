import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { SettingRow } from '../setting-row.tsx';
import { EffortSetting } from './effort-setting.tsx';

const TEMPERATURES = [
  { mode: 'agent', title: () => t('Temperature of the agent'), text: () => t('0 to 2. Low: careful and repeatable.') },
  { mode: 'chat', title: () => t('Temperature of the chat'), text: () => t('0 to 2. Higher: freer in its words.') },
] as const;
const SILENCES = [
  { name: 'minutes', title: () => t('Minutes without data'), text: () => t('An answer without data for this long is ended. 0.5 to 14.') },
  {
    name: 'thinkingMinutes',
    title: () => t('Minutes without data while thinking'),
    text: () => t('The same for models that think before they speak, and while one thinks aloud. 0.5 to 14.'),
  },
] as const;
const LARGEST_WINDOW = 100_000_000;

/** How the model answers, and how much it holds. */
export function AnswerSettings() {
  const actions = useActions('settings');
  const { temperature } = useStore($settings, { keys: ['temperature'] });
  return (
    <>
      <h3 className="side-heading pt-5">{t('Answers')}</h3>
      {TEMPERATURES.map(({ mode, title, text }) => (
        <SettingRow key={mode} title={title()} text={text()} textId={`setting-temperature-${mode}`}>
          <NumberField
            label={title()}
            describedBy={`setting-temperature-${mode}`}
            value={temperature[mode]}
            problemOf={(value) => (value === null || value < 0 || value > 2 ? t('0 to 2') : null)}
            onChange={(value) => actions.updateSettings({ temperature: { ...temperature, [mode]: value ?? temperature[mode] } })}
          />
        </SettingRow>
      ))}
      <EffortSetting />
      <SilenceSettings />
      <WindowSetting />
    </>
  );
}

function SilenceSettings() {
  const actions = useActions('settings');
  const { silence } = useStore($settings, { keys: ['silence'] });
  return SILENCES.map(({ name, title, text }) => (
    <SettingRow key={name} title={title()} text={text()} textId={`setting-silence-${name}`}>
      <NumberField
        label={title()}
        describedBy={`setting-silence-${name}`}
        value={silence[name]}
        problemOf={(value) => (value === null || value < 0.5 || value > 14 ? t('0.5 to 14') : null)}
        onChange={(value) => actions.updateSettings({ silence: { ...silence, [name]: value ?? silence[name] } })}
      />
    </SettingRow>
  ));
}

/** Of the chosen model; where it is left empty the provider's word counts, where that is not known either a careful guess. */
function WindowSetting() {
  const actions = useActions('settings');
  const { models, defaultModelId } = useStore($models);
  const { modelId, contextWindows } = useStore($settings, { keys: ['modelId', 'contextWindows'] });
  const model = models.find(({ id }) => id === modelId) ?? models.find(({ id }) => id === defaultModelId);
  if (model === undefined) return null;
  const own = new Map(Object.entries(contextWindows));
  function keep(id: string, tokens: number | null) {
    if (tokens === null) own.delete(id);
    else own.set(id, tokens);
    actions.updateSettings({ contextWindows: Object.fromEntries(own) });
  }
  const told =
    model.contextWindow === undefined
      ? t('Its provider does not say.')
      : t('Its provider says {contextWindow}.', { contextWindow: model.contextWindow });
  return (
    <SettingRow
      title={t('Context window')}
      text={t('Tokens {name} holds. {told} Empty: as the provider says.', { name: model.name, told })}
      textId="setting-window"
    >
      <NumberField
        label={t('Context window')}
        describedBy="setting-window"
        value={own.get(model.id) ?? null}
        placeholder={model.contextWindow === undefined ? t('not known') : String(model.contextWindow)}
        problemOf={(value) =>
          value !== null && (!Number.isInteger(value) || value < 1_000 || value > LARGEST_WINDOW) ? t('From 1000') : null
        }
        onChange={(value) => keep(model.id, value)}
      />
    </SettingRow>
  );
}

interface NumberFieldProps {
  label: string;
  describedBy: string;
  /** Null: empty. */
  value: number | null;
  /** Shown where it is empty. */
  placeholder?: string;
  /** In a few words; null when the value is good. */
  problemOf: (value: number | null) => string | null;
  onChange: (value: number | null) => void;
}

/** A number that is kept when the field is left or Enter is pressed, and only if it is good. */
function NumberField({ label, describedBy, value, placeholder, problemOf, onChange }: NumberFieldProps) {
  const shown = value === null ? '' : String(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const typed = text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
  const problem = Number.isNaN(typed) ? t('A number') : problemOf(typed);
  function keep() {
    if (problem === null && typed !== value) onChange(typed);
    if (problem !== null) setText(shown);
  }
  return (
    <div className="flex items-center gap-2">
      {problem !== null && (
        <span className="text-sm c-red" role="alert">
          {problem}
        </span>
      )}
      <input
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={problem !== null}
        inputMode="decimal"
        className="field number-field"
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
    </div>
  );
}
