import { t } from '../../../lib/i18n/t.ts';
import { visibleName } from '../../ui/text/visible-name.ts';

/** Notes before sending that models see only the first frame of an animation. */
export function StillNote({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p role="status" className="message-note c-text-2 wrap-anywhere">
      {t('Only the first picture of {names} is sent: what moves in it is not.', {
        names: names.map((name) => visibleName(name)).join(', '),
      })}
    </p>
  );
}
