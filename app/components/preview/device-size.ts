import type { PreviewDevice } from '../../lib/stores/window.ts';

/** In CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** `fit` scales the page to the available space, at most to its own size. A number is a fraction of its size. */
export type Zoom = 'fit' | number;
export const ZOOMS: readonly Zoom[] = ['fit', 1, 0.75, 0.5];

/** Portrait sizes of common devices; `null` fills the pane. */
const SIZES: Record<Exclude<PreviewDevice, 'custom'>, Size | null> = {
  desktop: null,
  tablet: { width: 820, height: 1_180 },
  phone: { width: 390, height: 844 },
};

/** Used until a size is typed. */
const FIRST_CUSTOM: Size = { width: 1_024, height: 768 };

/** The smallest and largest side that can be typed. */
export const SHORTEST_SIDE = 50;
export const LONGEST_SIDE = 4_000;

export function deviceSize(device: PreviewDevice, isTurned: boolean, custom: Size | null): Size | null {
  const size = device === 'custom' ? (custom ?? FIRST_CUSTOM) : SIZES[device];
  return size !== null && isTurned ? { width: size.height, height: size.width } : size;
}

/** Returns the scale at which a device is shown. A pane that has not been measured yet has no size. */
export function scaleOf(zoom: Zoom, size: Size, pane: Size): number {
  if (zoom !== 'fit') return zoom;
  if (pane.width <= 0 || pane.height <= 0) return 1;
  return Math.min(1, pane.width / size.width, pane.height / size.height);
}

export function percent(scale: number): string {
  return `${Math.round(scale * 100)} %`;
}
