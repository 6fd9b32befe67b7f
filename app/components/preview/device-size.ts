import type { PreviewDevice } from '../../lib/stores/window.ts';

/** CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** `fit`: as large as there is room for, never larger than it is. A number: that part of its size. */
export type Zoom = 'fit' | number;
export const ZOOMS: readonly Zoom[] = ['fit', 1, 0.75, 0.5];

/** Upright, of devices that many people hold; null: as large as the pane. */
const SIZES: Record<PreviewDevice, Size | null> = {
  desktop: null,
  tablet: { width: 820, height: 1_180 },
  phone: { width: 390, height: 844 },
};

export function deviceSize(device: PreviewDevice, isTurned: boolean): Size | null {
  const size = SIZES[device];
  return size !== null && isTurned ? { width: size.height, height: size.width } : size;
}

/** What a device is shown at. A pane that has not been measured yet has no size. */
export function scaleOf(zoom: Zoom, size: Size, pane: Size): number {
  if (zoom !== 'fit') return zoom;
  if (pane.width <= 0 || pane.height <= 0) return 1;
  return Math.min(1, pane.width / size.width, pane.height / size.height);
}

/** `62 %`. */
export function percent(scale: number): string {
  return `${Math.round(scale * 100)} %`;
}
