import { useState } from 'react';
import { saveBlob } from '../../lib/browser/save-blob.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { SettingsReading } from '../../lib/settings/config/settings-file.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { SettingRow } from './setting-row.tsx';

/** Export and import of settings as a file. An import shows its changes before it applies them. */
export function SettingsTransfer() {
  const actions = useActions('settings');
  const [reading, setReading] = useState<SettingsReading | null>(null);
  const [isApplied, setIsApplied] = useState(false);

  async function read(file: File): Promise<void> {
    setIsApplied(false);
    const text = await file.text().catch(() => null); // The file may have been deleted since it was chosen.
    setReading(text === null ? { ok: false, problems: [t('The file could not be read.')] } : await actions.previewSettings(text));
  }
  async function save(): Promise<void> {
    saveBlob(new Blob([await actions.settingsAsToml()], { type: 'application/toml' }), 'devonz-settings.toml');
  }
  return (
    <>
      <SettingRow
        title={t('Export settings')}
        text={t('A TOML file with settings, rules and routines. It holds no key and no chat.')}
        textId="settings-export"
      >
        <Button icon="i-lucide-download" onClick={() => void save()}>
          {t('Export settings')}
        </Button>
      </SettingRow>
      <SettingRow title={t('Import settings')} text={t('From such a file. What would change is shown first.')} textId="settings-import">
        <FileButton
          icon="i-lucide-upload"
          field={t('Settings file')}
          accept=".toml,application/toml,text/plain"
          onFile={(file) => void read(file)}
        >
          {t('Import settings')}
        </FileButton>
      </SettingRow>
      <div role="status" aria-label={t('Import')}>
        {reading !== null && !reading.ok && (
          <div className="notice-line c-red">
            <Icon name="i-lucide-circle-x" />
            <div>
              <p className="font-medium">{t('Nothing was imported.')}</p>
              <ul className="transfer-list">
                {reading.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </div>
          </div>
        )}
        {reading?.ok === true && (
          <Preview
            reading={reading}
            onCancel={() => setReading(null)}
            onApply={() => {
              actions.applySettings(reading.settings);
              setReading(null);
              setIsApplied(true);
            }}
          />
        )}
        {isApplied && <p className="notice-line c-green">{t('The settings have been applied.')}</p>}
      </div>
    </>
  );
}

interface PreviewProps {
  reading: Extract<SettingsReading, { ok: true }>;
  onApply: () => void;
  onCancel: () => void;
}

function Preview({ reading, onApply, onCancel }: PreviewProps) {
  const { changes } = reading;
  if (changes.length === 0) return <p className="notice-line c-text-2">{t('The file matches the current settings.')}</p>;
  return (
    <div className="mt-4px mb-8px p-12px line-1 rounded-2 bg-surface-1">
      <p className="font-medium pb-2">{plural(changes.length, { one: 'One setting changes', other: '{count} settings change' })}</p>
      <ul className="transfer-list" aria-label={t('Changes')}>
        {changes.map(({ name, before, after }) => (
          <li key={name}>
            <span className="mono">{name}</span>: <span className="c-text-3">{before}</span> → {after}
          </li>
        ))}
      </ul>
      <div className="flex gap-2 pt-3">
        <Button variant="ink" onClick={onApply}>
          {t('Apply')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  );
}
