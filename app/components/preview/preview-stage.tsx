import { useStore } from '@nanostores/react';
import { type ReactNode, useRef, useState } from 'react';
import { $customPreviewSize, $isPreviewTurned, $previewDevice } from '../../lib/stores/window.ts';
import { DeviceBar } from './device-bar.tsx';
import { deviceSize, type Size, scaleOf, type Zoom } from './device-size.ts';
import { useElementSize } from './use-element-size.ts';

/** How a page is shown; without a size it fills the pane. */
export interface Shown {
  size: Size | null;
  scale: number;
}

/** The place of the page: as large as the pane, or the size of a device, which can be rotated and zoomed. */
export function PreviewStage({ children }: { children: (shown: Shown) => ReactNode }) {
  const device = useStore($previewDevice);
  const isTurned = useStore($isPreviewTurned);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const stage = useRef<HTMLDivElement>(null);
  const pane = useElementSize(stage);
  const size = deviceSize(device, isTurned, useStore($customPreviewSize));
  const resize = (wanted: Size) => {
    $customPreviewSize.set(wanted);
    // A typed size has its own orientation.
    $isPreviewTurned.set(false);
    $previewDevice.set('custom');
  };
  const scale = size === null ? 1 : scaleOf(zoom, size, pane);
  return (
    <>
      {size !== null && (
        <DeviceBar
          size={size}
          scale={scale}
          zoom={zoom}
          onSize={resize}
          onZoom={setZoom}
          onTurn={() => $isPreviewTurned.set(!isTurned)}
          onClose={() => $previewDevice.set('desktop')}
        />
      )}
      <div ref={stage} className="preview-stage" data-device={device}>
        {children({ size, scale })}
      </div>
    </>
  );
}
