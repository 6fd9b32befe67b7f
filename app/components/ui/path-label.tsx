import { visibleName } from './text/visible-name.ts';

/** A path whose folders give way at the left, so that the name stays whole. */
export function PathLabel({ path }: { path: string }) {
  const shown = visibleName(path);
  const slash = shown.lastIndexOf('/');
  return (
    <span className="path-label" title={shown}>
      {slash >= 0 && (
        <span className="path-folder">
          <bdi>{shown.slice(0, slash + 1)}</bdi>
        </span>
      )}
      <span className="path-name">{shown.slice(slash + 1)}</span>
    </span>
  );
}
