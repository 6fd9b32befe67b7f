import type { NumberSetting } from '../../../lib/protocol/settings/setting-kinds.ts';
import { settingOf } from '../../../lib/protocol/settings/setting-names.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { NumberStepper } from '../../ui/fields/number-stepper.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ModelSelect } from '../models/model-select.tsx';
import { NumberField } from './number-field.tsx';
import type { ValueRow } from './row-entry.ts';
import { TextField } from './text-field.tsx';
import { useSetting } from './use-setting.ts';

/** The control of a setting, by its kind, shown beside its text. A choice takes the whole width: see `ChoiceRow`. */
export function SettingControl({ row, describedBy }: { row: ValueRow; describedBy: string }) {
  const { value, change } = useSetting(row.setting);
  const setting = settingOf(row.setting);
  const shared = { label: row.title(), describedBy };
  const words = typeof value === 'string' ? value : '';
  switch (setting.kind) {
    case 'switch':
      return <Switch {...shared} isOn={value === true} onChange={change} />;
    case 'number':
      return <NumberControl {...shared} setting={setting} value={typeof value === 'number' ? value : setting.default} onChange={change} />;
    case 'amount': {
      const unit = 'unit' in row ? row.unit() : '';
      const given = typeof value === 'number' ? value : null;
      return <AmountField {...shared} unit={unit} value={given} isWhole={setting.isWhole === true} onChange={change} />;
    }
    case 'model':
      return <ModelSelect {...shared} none={'none' in row ? row.none() : ''} value={words} onChange={change} />;
    case 'text':
      return <TextField {...shared} value={words} longest={setting.longest} onChange={change} />;
    default:
      return null;
  }
}

interface NumberControlProps {
  label: string;
  describedBy: string;
  setting: NumberSetting;
  value: number;
  onChange: (value: number) => void;
}

function NumberControl({ label, describedBy, setting: { least, most, isWhole }, value, onChange }: NumberControlProps) {
  if (isWhole)
    return <NumberStepper label={label} describedBy={describedBy} value={value} minimum={least} maximum={most} onChange={onChange} />;
  return (
    <NumberField
      label={label}
      describedBy={describedBy}
      value={value}
      least={least}
      most={most}
      onChange={(typed) => onChange(typed ?? value)}
    />
  );
}
