const CONTROLS = 'button, input, select, textarea, a[href], [tabindex="0"]';
const NAMES = 'h3, .setting-row p.font-medium, .setting-row label';

/** Scrolls a setting of the panel into view and focuses its control, or the panel if it has none. */
export function goToSetting(panel: HTMLElement, name: string | null): void {
  const title = [...panel.querySelectorAll<HTMLElement>(NAMES)].find(({ textContent }) => textContent?.trim() === name);
  const row = title?.closest<HTMLElement>('.setting-row');
  const control = row?.querySelector<HTMLElement>(CONTROLS) ?? (title && nextControl(panel, title)) ?? panel;
  control.focus({ preventScroll: true });
  (row ?? title)?.scrollIntoView({ block: 'center' });
}

function nextControl(panel: HTMLElement, title: HTMLElement): HTMLElement | undefined {
  return [...panel.querySelectorAll<HTMLElement>(CONTROLS)].find(
    (control) => (title.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}
