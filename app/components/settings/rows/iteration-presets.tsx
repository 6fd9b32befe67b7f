import { t } from '../../../lib/i18n/t.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { useSetting } from './use-setting.ts';

const PRESETS = [
  { name: () => t('Careful'), iterations: 20 },
  { name: () => t('Default'), iterations: DEFAULT_APP_SETTINGS.agent.maxIterations },
  { name: () => t('Long'), iterations: 100 },
] as const;

/** Preset numbers of iterations, shown below their field. */
export function IterationPresets() {
  const { value, change } = useSetting('agent.maxIterations');
  return (
    <fieldset className="iteration-presets" aria-label={t('Presets of iterations')}>
      {PRESETS.map(({ name, iterations }) => (
        <button key={name()} type="button" className="preset-chip" aria-pressed={value === iterations} onClick={() => change(iterations)}>
          {name()} <span className="tabular">{iterations}</span>
        </button>
      ))}
    </fieldset>
  );
}
