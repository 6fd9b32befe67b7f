import { visibleName } from '../../ui/text/visible-name.ts';

/** Said before sending: models look at single pictures. */
export function StillNote({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p role="status" className="message-note c-text-2 wrap-anywhere">
      Only the first picture of {names.map((name) => visibleName(name)).join(', ')} is sent: what moves in it is not.
    </p>
  );
}
