import { t } from '../../lib/i18n/t.ts';
import type { Overlay } from '../page/overlay-context.tsx';
import { WAYS_IN } from '../page/ways-in/way-in-list.ts';
import { Icon } from '../ui/icon.tsx';

interface OpenListProps {
  onOverlay: (overlay: Overlay) => void;
  onTemplates: () => void;
}

/** The ways to open an existing project or to create one with a program. */
export function OpenList({ onOverlay, onTemplates }: OpenListProps) {
  return (
    <section aria-labelledby="open-heading">
      <h2 id="open-heading" className="side-heading">
        {t('Open')}
      </h2>
      <ul aria-labelledby="open-heading">
        <li>
          <button type="button" className="recent way-in" onClick={onTemplates}>
            <Icon name="i-lucide-layout-template" size={14} className="c-text-2" />
            {t('From a template')}
          </button>
        </li>
        {WAYS_IN.map(({ name, icon, title, begin }) => (
          <li key={name}>
            <button type="button" className="recent way-in" onClick={() => begin(onOverlay)}>
              <Icon name={icon} size={14} className="c-text-2" />
              {title()}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm c-text-3 pt-4px">{t('Or drop a folder, files or a zip anywhere on this page.')}</p>
    </section>
  );
}
