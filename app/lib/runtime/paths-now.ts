import { $pagePlaces } from '../stores/previews.ts';
import { $previewPaths } from '../stores/window.ts';

/** Where each preview is: where its page says that it has gone, or else what was typed into the address. By port. */
export function pathsNow(): ReadonlyMap<number, string> {
  return new Map([...$previewPaths.get(), ...[...$pagePlaces.get()].map(([port, { path }]) => [port, path] as const)]);
}
