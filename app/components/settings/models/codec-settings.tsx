import '../choice-list.css';
import './codec-settings.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { ToolCodecName } from '../../../lib/protocol/settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useActiveModel } from '../../ui/hooks/use-active-model.ts';
import { ChoiceList } from '../choice-list.tsx';

type Choice = 'automatic' | ToolCodecName;

const CHOICES: readonly { value: Choice; title: () => string; text: () => string }[] = [
  { value: 'automatic', title: () => t('Automatic'), text: () => t('Native, with a notice when the model prints its calls instead') },
  { value: 'native', title: () => t('Native'), text: () => t("The provider's function calls; supported by every large model") },
  { value: 'json', title: () => 'JSON', text: () => t('The answer is one JSON object; for small models without function calls') },
  { value: 'xml', title: () => 'XML', text: () => t('Calls in tags within the text; for models that lose their way in JSON') },
];

const NAMES: Readonly<Record<ToolCodecName, () => string>> = { native: () => t('Native'), json: () => 'JSON', xml: () => 'XML' };

type Test = { modelId: string; state: 'running' } | { modelId: string; state: 'done'; suggestion: ToolCodecName | null; reason: string };

/** The tool codec of each model, with a test that detects it. */
export function CodecSettings() {
  const settingsActions = useActions('settings');
  const modelActions = useActions('models');
  const { models } = useStore($models);
  const active = useActiveModel();
  const { codecs } = useStore($settings, { keys: ['codecs'] });
  const [picked, setPicked] = useState<string | null>(null);
  const [test, setTest] = useState<Test | null>(null);
  const modelId = picked ?? active?.id ?? '';
  const chosen: Choice = new Map(Object.entries(codecs)).get(modelId) ?? 'automatic';
  const shown = test?.modelId === modelId ? test : null;
  if (models.length === 0) return null;

  function choose(choice: Choice): void {
    const others = Object.entries(codecs).filter(([id]) => id !== modelId);
    settingsActions.updateSettings({ codecs: Object.fromEntries(choice === 'automatic' ? others : [...others, [modelId, choice]]) });
  }
  async function run(): Promise<void> {
    setTest({ modelId, state: 'running' });
    const { suggestion, reason } = await modelActions.probeModel(modelId);
    setTest({ modelId, state: 'done', suggestion, reason });
  }
  return (
    <section aria-labelledby="codec-heading" className="pt-5">
      <div className="codec-head">
        <h3 id="codec-heading" className="side-heading flex-1 p-0!">
          {t('How tools are called')}
        </h3>
        <select
          className="field codec-model"
          aria-label={t('Model to set up')}
          value={modelId}
          onChange={(event) => setPicked(event.target.value)}
        >
          {models.map((model) => (
            <option key={model.id} value={model.id}>
              {model.name}
            </option>
          ))}
        </select>
        <Button
          size={24}
          icon="i-lucide-flask-conical"
          isBusy={shown?.state === 'running'}
          disabled={shown?.state === 'running'}
          onClick={() => void run()}
        >
          {t('Test this model')}
        </Button>
      </div>
      <div role="status" aria-label={t('Test result')} className="codec-result">
        {shown?.state === 'running' && <p className="c-text-2">{t('Asking the model to call a tool; nothing is run…')}</p>}
        {shown?.state === 'done' && (
          <div className="flex items-center gap-3">
            <p className="c-text-2 flex-1">
              <span className="font-medium c-text-1">
                {shown.suggestion === null ? t('No way found.') : t('{name} works.', { name: NAMES[shown.suggestion]() })}
              </span>{' '}
              {shown.reason}
            </p>
            {shown.suggestion !== null && shown.suggestion !== (chosen === 'automatic' ? 'native' : chosen) && (
              <UseButton codec={shown.suggestion} onUse={choose} />
            )}
          </div>
        )}
      </div>
      <ChoiceList
        label={t('How tools are called')}
        choices={CHOICES.map(({ value, title, text }) => ({ value, title: title(), text: text() }))}
        current={chosen}
        onChoose={choose}
      />
    </section>
  );
}

function UseButton({ codec, onUse }: { codec: ToolCodecName; onUse: (codec: ToolCodecName) => void }) {
  return <Button onClick={() => onUse(codec)}>{t('Use {name}', { name: NAMES[codec]() })}</Button>;
}
