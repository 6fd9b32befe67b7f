import { visibleName } from './text/visible-name.ts';

/** A path whose folders are truncated at the left, so that the name stays visible. */
export function PathLabel({ path }: { path: string }) {
  const shown = visibleName(path);
  const slash = shown.lastIndexOf('/');
  return (
    <span className="type-code inline-flex min-w-0" title={shown}>
      {slash >= 0 && (
        <span className="truncate min-w-0 [direction:rtl] c-text-3">
          <bdi>{shown.slice(0, slash + 1)}</bdi>
        </span>
      )}
      <span className="truncate shrink-0 max-w-full c-text-1">{shown.slice(slash + 1)}</span>
    </span>
  );
}
