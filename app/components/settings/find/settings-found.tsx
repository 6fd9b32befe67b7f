import { type KeyboardEvent, useId } from 'react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { SettingsTab } from '../../page/overlay-context.tsx';
import type { FoundSetting } from './setting-list.ts';

interface SettingsFoundProps {
  query: string;
  found: readonly FoundSetting[];
  tabName: (tab: SettingsTab) => string;
  onChoose: (setting: FoundSetting) => void;
}

/** The search results from all tabs, shown in place of a tab. A click goes to the setting. */
export function SettingsFound({ query, found, tabName, onChoose }: SettingsFoundProps) {
  const heading = useId();
  return (
    <>
      <h2 id={heading} className="dialog-title">
        {t('Settings found')}
      </h2>
      <p role="status" className="text-sm c-text-3 pb-2">
        {found.length === 0
          ? t('No setting has “{query}” in it.', { query: query.trim() })
          : plural(found.length, { one: '{count} setting', other: '{count} settings' })}
      </p>
      <ul aria-labelledby={heading} className="settings-found">
        {found.map((setting) => (
          <li key={`${setting.tab} ${setting.name}`}>
            <button type="button" className="setting-found" onClick={() => onChoose(setting)} onKeyDown={walk}>
              <span className="font-medium">{setting.name ?? tabName(setting.tab)}</span>
              {setting.name !== null && <span className="text-sm c-text-3">{tabName(setting.tab)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Moves the focus through the results with the arrow keys, as in the search field. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const row = event.currentTarget.parentElement;
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : event.key === 'ArrowUp' ? row?.previousElementSibling : null;
  if (!next) return;
  event.preventDefault();
  next.querySelector('button')?.focus();
}
