import { useStore } from '@nanostores/react';
import { settingOf } from '../../../lib/protocol/settings/setting-names.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $place } from '../../../lib/stores/workbench.ts';
import { ChoiceList } from '../choice-list.tsx';
import { SettingRow } from '../setting-row.tsx';
import type { RowEntry, ValueRow } from './row-entry.ts';
import { SettingControl } from './setting-control.tsx';
import { useSetting } from './use-setting.ts';

/** The rows of a tab, in the order of its table. */
export function RowList({ rows }: { rows: readonly RowEntry[] }) {
  return rows.map((row, index) => {
    const space = index === 0 ? '' : ' pt-5';
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a tab are a constant
    return <Row key={index} row={row} space={space} />;
  });
}

function Row({ row, space }: { row: RowEntry; space: string }) {
  if ('render' in row) return row.render();
  if ('setting' in row) return <SettingOfRow row={row} space={space} />;
  return (
    <>
      <h3 className={`side-heading${space}`}>{row.heading()}</h3>
      {row.about !== undefined && <p className="text-sm c-text-3">{row.about()}</p>}
    </>
  );
}

function SettingOfRow({ row, space }: { row: ValueRow; space: string }) {
  const settings = useStore($settings);
  const place = useStore($place);
  if (row.isShown?.(settings, place) === false) return null;
  if ('choices' in row) return <ChoiceRow row={row} space={space} />;
  const textId = `setting-${row.setting.replace('.', '-')}`;
  return (
    <SettingRow title={row.title()} text={row.text()} textId={textId}>
      <SettingControl row={row} describedBy={textId} />
    </SettingRow>
  );
}

/** A choice of one of several values, each with an explanation. The row's own text is below them. */
function ChoiceRow({ row, space }: { row: Extract<ValueRow, { choices: object }>; space: string }) {
  const { value, change } = useSetting(row.setting);
  const setting = settingOf(row.setting);
  const words = new Map(Object.entries(row.choices));
  const current: string = value;
  const choose = (chosen: string) => change(chosen as typeof value); // Always one of the setting's values, listed below.
  const choices = (setting.kind === 'choice' ? setting.values : []).map((each) => {
    const texts = words.get(each);
    return { value: each, title: texts?.title() ?? each, text: texts?.text() ?? '' };
  });
  return (
    <>
      <h3 className={`side-heading${space}`}>{row.title()}</h3>
      <ChoiceList label={row.title()} choices={choices} current={current} onChoose={choose} />
      {row.text !== undefined && <p className="text-sm c-text-3 pt-3">{row.text()}</p>}
    </>
  );
}
