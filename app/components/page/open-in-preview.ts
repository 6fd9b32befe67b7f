import { atom } from 'nanostores';
import { $activePort } from '../../lib/stores/previews.ts';
import { $previewPaths, $returningPorts } from '../../lib/stores/window.ts';
import { showTab } from './show-tab.ts';

/** Whether the shown page should return to the address that it was opened at; the preview does that and resets this. */
export const $isPageWanted = atom(false);

/** Shows a page of one of the project's servers. */
export function openInPreview(port: number, path: string): void {
  const paths = $previewPaths.get();
  const isSame = $activePort.get() === port && (paths.get(port) ?? '/') === path;
  $previewPaths.set(new Map(paths).set(port, path));
  $activePort.set(port);
  $returningPorts.set(null);
  $isPageWanted.set(isSame);
  showTab('preview');
}
