import { PICKER_KEYS } from 'devonz-engine-protocol/page-pick';
import type { KeyboardEvent } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PagePicking } from './use-picking.ts';

/** Turns picking on and off. While it is on, its own keys move through the page. */
export function PickButton({ picking: { isOn, button, toggle, press } }: { picking: PagePicking }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const key = PICKER_KEYS.find((known) => known === event.key);
    if (!isOn || key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // Enter picks the element and does not press the button.
    event.preventDefault();
    press(key);
  };
  return (
    <IconButton
      ref={button}
      icon="i-lucide-square-mouse-pointer"
      label={t('Pick an element')}
      tip={isOn ? t('Leave picking (Escape)') : t('Pick an element for the message')}
      iconSize={15}
      className="pick-button"
      data-command="preview-pick"
      aria-pressed={isOn}
      onClick={toggle}
      onKeyDown={onKeyDown}
    />
  );
}
