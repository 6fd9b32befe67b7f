import { type FormEvent, useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { LONGEST_SIDE, percent, SHORTEST_SIDE, type Size, ZOOMS, type Zoom } from './device-size.ts';

interface DeviceBarProps {
  size: Size;
  /** The scale at which it is shown now. */
  scale: number;
  zoom: Zoom;
  /** Called with a typed size. */
  onSize: (size: Size) => void;
  onZoom: (zoom: Zoom) => void;
  onTurn: () => void;
  onClose: () => void;
}

/** The bar below the toolbar while the page has the size of a device. */
export function DeviceBar({ size, scale, zoom, onSize, onZoom, onTurn, onClose }: DeviceBarProps) {
  const fitText = zoom === 'fit' ? t('Fit, {percent}', { percent: percent(scale) }) : t('Fit');
  return (
    <fieldset aria-label={t('Device size')} className="device-bar">
      <SideField label={t('Width in pixels')} value={size.width} onValue={(width) => onSize({ ...size, width })} />
      <span aria-hidden="true" className="c-text-2">
        ×
      </span>
      <SideField label={t('Height in pixels')} value={size.height} onValue={(height) => onSize({ ...size, height })} />
      <IconButton icon="i-lucide-rotate-cw-square" label={t('Turn the device')} iconSize={14} onClick={onTurn} />
      <select
        aria-label={t('Zoom')}
        className="preview-select"
        value={zoom}
        onChange={({ target: { value } }) => onZoom(value === 'fit' ? 'fit' : Number(value))}
      >
        {ZOOMS.map((each) => (
          <option key={each} value={each}>
            {each === 'fit' ? fitText : percent(each)}
          </option>
        ))}
      </select>
      <IconButton icon="i-lucide-x" label={t('Back to the pane’s size')} iconSize={14} onClick={onClose} />
    </fieldset>
  );
}

/** A field for one side of the page, applied on Enter or blur. The browser's own validation explains an invalid number. */
function SideField({ label, value, onValue }: { label: string; value: number; onValue: (value: number) => void }) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const wanted = Number(typed);
  const isPossible = typed !== '' && Number.isInteger(wanted) && wanted >= SHORTEST_SIDE && wanted <= LONGEST_SIDE;
  const take = () => {
    if (isPossible && wanted !== value) onValue(wanted);
    return isPossible;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form className="contents" onSubmit={onSubmit}>
      <input
        type="number"
        aria-label={label}
        title={label}
        className="preview-select device-side"
        required
        min={SHORTEST_SIDE}
        max={LONGEST_SIDE}
        value={typed}
        aria-invalid={!isPossible}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
      />
    </form>
  );
}
