/** Keys of a shortcut, in order. Not read out: the control's `aria-keyshortcuts` is. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span aria-hidden="true" className="keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
