import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { modelsByConnection } from '../../../lib/protocol/models/models-by-connection.ts';
import { $models } from '../../../lib/stores/workbench.ts';

interface ModelSelectProps {
  label: string;
  describedBy: string;
  /** The label of the empty value. */
  none: string;
  value: string;
  onChange: (modelId: string) => void;
}

/** A select of the offered models. A chosen model that is no longer offered stays selected. */
export function ModelSelect({ label, describedBy, none, value, onChange }: ModelSelectProps) {
  const { models, connections } = useStore($models);
  const isGone = value !== '' && !models.some((model) => model.id === value);
  return (
    <select
      className="field setting-select"
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{none}</option>
      {isGone && <option value={value}>{t('{name} (not offered now)', { name: value })}</option>}
      {modelsByConnection(models, connections).map((group) => (
        <optgroup key={group.connectionId} label={group.name}>
          {group.models.map((model) => (
            <option key={model.id} value={model.id}>
              {model.name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
