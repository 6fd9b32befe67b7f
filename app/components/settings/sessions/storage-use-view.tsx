import './storage-use.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t, tIn } from '../../../lib/i18n/t.ts';
import { $storageUse, type StorageUse } from '../../../lib/stores/storage.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../setting-row.tsx';

/** The use of this browser's storage quota, and ways to free space. */
export function StorageUseView() {
  const actions = useActions('storage');
  const use = useStore($storageUse);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => void actions.measureStorage(), [actions]);
  async function during(work: Promise<void>): Promise<void> {
    setIsBusy(true);
    await work;
    setIsBusy(false);
  }
  return (
    <>
      <h3 className="side-heading pt-3">{t('Storage')}</h3>
      <UseBar use={use} />
      <SettingRow title={t('Clear caches')} text={cacheText(use)} textId="data-caches">
        <Button disabled={isBusy} isBusy={isBusy} onClick={() => void during(actions.clearCaches())}>
          {t('Clear caches')}
        </Button>
      </SettingRow>
      {/* It keeps its place until the state is known: the content below must not move away under the pointer. */}
      <SettingRow
        title={t('Kept when the disk runs short')}
        text={
          use?.isPersisted === true
            ? t('This browser has promised not to clear what is kept here by itself.')
            : t('This browser may clear what is kept here when the disk runs short. Ask it not to, and export what matters to you.')
        }
        textId="data-persisted"
        isUnknown={use === null}
      >
        {use?.isPersisted === true ? (
          <span className="c-text-2">{tIn('of storage', 'Kept')}</span>
        ) : (
          <Button disabled={isBusy} onClick={() => void during(actions.keepStorage())}>
            {t('Ask to keep it')}
          </Button>
        )}
      </SettingRow>
    </>
  );
}

function cacheText(use: StorageUse | null): string {
  const packages = use?.packages ?? null;
  if (packages === null || packages === 0)
    return t(
      'Packages that npm has downloaded, and contents that nothing needs any more. Nothing of yours is lost: packages are downloaded again.',
    );
  return t(
    'Packages that npm has downloaded ({size}, beside the figures above), and contents that nothing needs any more. Nothing of yours is lost: packages are downloaded again.',
    { size: sizeOf(packages) },
  );
}

const PARTS = [
  { name: 'chats', label: () => t('Chats') },
  { name: 'files', label: () => t('Files of projects') },
  { name: 'versions', label: () => t('Earlier versions and images') },
] as const;

const UNKNOWN: StorageUse = { chats: 0, files: 0, versions: 0, deleted: 0, usage: null, quota: null, packages: null, isPersisted: false };

/** The bar of storage use. `use` is null while it is being measured; the bar then has the same size. */
function UseBar({ use: measured }: { use: StorageUse | null }) {
  const use = measured ?? UNKNOWN;
  const known = use.chats + use.files + use.versions;
  const whole = Math.max(use.usage ?? 0, known, 1);
  const other = whole - known;
  const size = (bytes: number) => (measured === null ? '…' : sizeOf(bytes));
  return (
    <div className="storage-use">
      <p className="c-text-2">{measured === null ? t('Looking at what uses it…') : usedText(measured, known)}</p>
      <div className="storage-bar" aria-hidden>
        {measured !== null &&
          [...PARTS.map(({ name }) => ({ name, bytes: use[name] })), { name: 'other', bytes: other }].map(
            ({ name, bytes }) => bytes > 0 && <span key={name} data-part={name} style={{ flexGrow: bytes }} />,
          )}
        <span data-part="free" style={{ flexGrow: Math.max(0, (use.quota ?? whole) - whole) }} />
      </div>
      <dl className="storage-parts">
        {PARTS.map(({ name, label }) => (
          <div key={name} data-part={name}>
            <dt>{label()}</dt>
            <dd className="mono">{size(use[name])}</dd>
          </div>
        ))}
        <div data-part="other">
          <dt>{t('The browser’s own and other data')}</dt>
          <dd className="mono">{size(other)}</dd>
        </div>
      </dl>
      {use.deleted > 0 && (
        <p className="c-text-3">
          {t('{size} of the files are of deleted projects that can still be taken back.', { size: sizeOf(use.deleted) })}
        </p>
      )}
    </div>
  );
}

function usedText({ usage, quota }: StorageUse, known: number): string {
  return usage === null || quota === null
    ? t('About {size} are used.', { size: sizeOf(known) })
    : t('{usage} of {quota} are used ({share}).', { usage: sizeOf(usage), quota: sizeOf(quota), share: shareOf(usage, quota) });
}

function shareOf(usage: number, quota: number): string {
  const share = (usage / quota) * 100;
  return share < 1 ? t('less than 1 %') : `${Math.round(share)} %`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${numberText(Math.ceil(bytes / 1_000))} kB`;
  if (bytes < 10_000_000_000) return `${numberText(bytes / 1_000_000, { maximumFractionDigits: bytes < 100_000_000 ? 1 : 0 })} MB`;
  return `${numberText(Math.round(bytes / 1_000_000_000))} GB`;
}
