/** A path whose folders give way at the left, so that the name stays whole. */
export function PathLabel({ path }: { path: string }) {
  const slash = path.lastIndexOf('/');
  return (
    <span className="path-label" title={path}>
      {slash >= 0 && (
        <span className="path-folder">
          <bdi>{path.slice(0, slash + 1)}</bdi>
        </span>
      )}
      <span className="path-name">{path.slice(slash + 1)}</span>
    </span>
  );
}
