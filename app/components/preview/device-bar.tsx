import { IconButton } from '../ui/icon-button.tsx';
import { percent, type Size, ZOOMS, type Zoom } from './device-size.ts';
import { PREVIEW_TEXT } from './preview-text.ts';

interface DeviceBarProps {
  size: Size;
  /** As it is shown now. */
  scale: number;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onTurn: () => void;
  onClose: () => void;
}

/** Below the toolbar while the page has the size of a device. */
export function DeviceBar({ size, scale, zoom, onZoom, onTurn, onClose }: DeviceBarProps) {
  const text = PREVIEW_TEXT.device;
  return (
    <fieldset aria-label={text.bar} className="device-bar">
      <span className="tabular c-text-2">
        {size.width} × {size.height}
      </span>
      <IconButton icon="i-lucide-rotate-cw-square" label={text.turn} iconSize={14} onClick={onTurn} />
      <select
        aria-label={text.zoom}
        className="preview-select"
        value={zoom}
        onChange={({ target: { value } }) => onZoom(value === 'fit' ? 'fit' : Number(value))}
      >
        {ZOOMS.map((each) => (
          <option key={each} value={each}>
            {each === 'fit' ? text.fit(zoom === 'fit' ? percent(scale) : null) : percent(each)}
          </option>
        ))}
      </select>
      <IconButton icon="i-lucide-x" label={text.close} iconSize={14} onClick={onClose} />
    </fieldset>
  );
}
