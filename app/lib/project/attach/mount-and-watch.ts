import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import type { FileEvent, Runtime } from '../../runtime/types.ts';
import type { ProjectMirror } from '../project-mirror.ts';

/** Gives a fresh runtime the project's files, then records what programs change. Returns the function that stops it. */
export async function mountAndWatch(booted: Runtime, mirror: ProjectMirror, onEvent: (event: FileEvent) => void): Promise<() => void> {
  // Mounted before the watch starts: files from the journal need not be read again.
  for await (const batch of mirror.contentBatches()) await booted.mount(batch);
  const ended = new AbortController();
  const stop = booted.watchFiles((event) => {
    if (isIgnoredPath(event.path)) return;
    mirror.onWatchEvent(event, booted, ended.signal);
    onEvent(event);
  });
  return () => {
    stop();
    ended.abort();
  };
}
