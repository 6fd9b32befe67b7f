/** Always next to text that explains it; a dot if reduced motion is preferred. */
export function Spinner({ size = 14 }: { size?: number }) {
  return <span aria-hidden="true" className="spinner" style={{ width: size, height: size }} />;
}
