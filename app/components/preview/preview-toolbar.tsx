import { useStore } from '@nanostores/react';
import type { PageDirection } from 'devonz-engine-protocol/page-activity';
import { type FormEvent, useEffect, useState } from 'react';
import { buttonName } from '../../lib/button-names/button-name.ts';
import { t } from '../../lib/i18n/t.ts';
import type { PagePlace } from '../../lib/stores/previews.ts';
import { $previewDevice, type PreviewDevice } from '../../lib/stores/window.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PickButton } from './pick/pick-button.tsx';
import type { PagePicking } from './pick/use-picking.ts';
import type { FullScreen } from './use-full-screen.ts';

const DEVICES: readonly { device: PreviewDevice; label: () => string; icon: string }[] = [
  { device: 'desktop', label: () => t('Desktop'), icon: 'i-lucide-monitor' },
  { device: 'tablet', label: () => t('Tablet'), icon: 'i-lucide-tablet' },
  { device: 'phone', label: () => t('Phone'), icon: 'i-lucide-smartphone' },
];

interface PreviewToolbarProps {
  ports: readonly number[];
  port: number;
  onPort: (port: number) => void;
  path: string;
  /** The address as it was typed. */
  onAddress: (typed: string) => void;
  /** `null` until the page has reported it. */
  place: PagePlace | null;
  onMove: (direction: PageDirection) => void;
  address: string;
  onReload: () => void;
  errorCount: number;
  isConsoleOpen: boolean;
  onToggleConsole: () => void;
  /** `null` if this browser does not support it. */
  fullScreen: FullScreen | null;
  picking: PagePicking;
}

export function PreviewToolbar(props: PreviewToolbarProps) {
  return (
    <div className="flex items-center gap-6px shrink-0 min-h-40px px-8px line-b-1">
      <IconButton
        icon="i-lucide-arrow-left"
        label={t('Back')}
        iconSize={14}
        className="preview-move"
        data-command="preview-back"
        disabled={props.place?.canGoBack !== true}
        onClick={() => props.onMove('back')}
      />
      <IconButton
        icon="i-lucide-arrow-right"
        label={t('Forward')}
        iconSize={14}
        className="preview-move"
        data-command="preview-forward"
        disabled={props.place?.canGoForward !== true}
        onClick={() => props.onMove('forward')}
      />
      <IconButton
        icon="i-lucide-rotate-cw"
        label={buttonName('reload-preview')}
        iconSize={14}
        data-command="preview-reload"
        onClick={props.onReload}
      />
      <AddressForm port={props.port} path={props.path} onAddress={props.onAddress} />
      <select
        aria-label={t('Port')}
        className="preview-select"
        value={props.port}
        onChange={(event) => props.onPort(Number(event.target.value))}
      >
        {props.ports.map((port) => (
          <option key={port} value={port}>
            {port}
          </option>
        ))}
      </select>
      <DeviceChoice />
      <PickButton picking={props.picking} />
      <button
        type="button"
        className="preview-console-toggle"
        data-command="preview-console"
        aria-label={t('Preview console')}
        aria-pressed={props.isConsoleOpen}
        title={t('Preview console')}
        onClick={props.onToggleConsole}
      >
        <Icon name="i-lucide-panel-bottom" size={15} />
        {props.errorCount > 0 && <span className="badge badge-red">{props.errorCount}</span>}
      </button>
      {props.fullScreen !== null && (
        <IconButton
          icon={props.fullScreen.isFull ? 'i-lucide-minimize' : 'i-lucide-maximize'}
          label={props.fullScreen.isFull ? t('Leave full screen') : t('Full screen')}
          iconSize={14}
          className="preview-full-screen"
          data-command="preview-full-screen"
          onClick={props.fullScreen.toggle}
        />
      )}
      <a
        className="icon-button"
        data-command="preview-open-tab"
        href={props.address}
        target="_blank"
        rel="noopener"
        aria-label={t('Open in new tab')}
        data-tip={t('Open in new tab')}
      >
        <Icon name="i-lucide-external-link" size={15} />
      </a>
    </div>
  );
}

function DeviceChoice() {
  const chosen = useStore($previewDevice);
  return (
    <div role="radiogroup" aria-label={t('Device')} className="preview-devices">
      {DEVICES.map(({ device, label, icon }) => (
        <label key={device} className="preview-device" title={label()}>
          <input
            type="radio"
            name="preview-device"
            aria-label={label()}
            checked={chosen === device}
            data-command={`preview-${device}`}
            onChange={() => $previewDevice.set(device)}
          />
          <Icon name={icon} size={15} />
        </label>
      ))}
    </div>
  );
}

function AddressForm({ port, path, onAddress }: { port: number; path: string; onAddress: (typed: string) => void }) {
  const [text, setText] = useState(path);
  useEffect(() => setText(path), [path]);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onAddress(text);
  }
  return (
    <form className="preview-address" onSubmit={onSubmit}>
      <span className="shrink-0 c-text-3">localhost:{port}</span>
      <input
        aria-label={t('Preview address')}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
