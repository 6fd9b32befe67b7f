import { Switch } from '../ui/switch.tsx';
import { SettingRow } from './setting-row.tsx';

interface SwitchRowProps {
  /** Of the setting. */
  name: string;
  title: () => string;
  text: () => string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A setting that is on or off, with its words. */
export function SwitchRow({ name, title, text, isOn, onChange }: SwitchRowProps) {
  const textId = `setting-${name}`;
  return (
    <SettingRow title={title()} text={text()} textId={textId}>
      <Switch label={title()} describedBy={textId} isOn={isOn} onChange={onChange} />
    </SettingRow>
  );
}
