/** Always beside words that say what it stands for; a dot where motion is unwanted. */
export function Spinner({ size = 14 }: { size?: number }) {
  return <span aria-hidden="true" className="spinner" style={{ width: size, height: size }} />;
}
