import './pick.css';
import { t } from '../../../lib/i18n/t.ts';
import { placeText } from '../../../lib/picker/picked-text.ts';
import type { ElementPlace } from '../../../lib/picker/place-of-element.ts';
import { showTab } from '../../page/show-tab.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PagePicking } from './use-picking.ts';

/** Lies over the page, which keeps its size, with instructions while picking is on, and then with the result. */
export function PickNote({ picking: { isOn, result, dismiss } }: { picking: PagePicking }) {
  if (isOn)
    return (
      <div className="pick-place">
        <p className="pick-note pick-hint">{t('Press an element, or use arrow keys and Enter. Escape leaves.')}</p>
      </div>
    );
  if (result === null) return null;
  return (
    <div className="pick-place">
      <div className="pick-note">
        <span className="flex-1 min-w-0">
          {result.type === 'picked' ? t('{name} is in the message box. Nothing is sent yet.', { name: result.name }) : result.why}
        </span>
        {result.type === 'picked' && result.place !== null && <OpenPlace place={result.place} onOpened={dismiss} />}
        <IconButton icon="i-lucide-x" label={t('Dismiss')} iconSize={14} data-tip-side="top" onClick={dismiss} />
      </div>
    </div>
  );
}

/** Separate from the note, because the area is also on the page of unattended runs, where there are no actions. */
function OpenPlace({ place, onOpened }: { place: ElementPlace; onOpened: () => void }) {
  const actions = useActions('files');
  const open = () => {
    onOpened();
    showTab('code');
    void actions.openFile(place.file, place.line === null ? undefined : { line: place.line });
  };
  return (
    <Button size={24} icon="i-lucide-file-code" onClick={open}>
      {t('Open {place}', { place: placeText(place) })}
    </Button>
  );
}
