import { $pagePlaces } from '../stores/previews.ts';
import { $previewPaths } from '../stores/window.ts';

/** The current path of each preview, by port: as reported by its page, otherwise as typed into the address field. */
export function pathsNow(): ReadonlyMap<number, string> {
  return new Map([...$previewPaths.get(), ...[...$pagePlaces.get()].map(([port, { path }]) => [port, path] as const)]);
}
