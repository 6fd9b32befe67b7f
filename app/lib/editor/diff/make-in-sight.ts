/**
 * Creates a view in `host` as if it were in the visible part of the window. An editor created outside of it guesses its line
 * heights until they are scrolled to, and everything below would move then. Meanwhile its place keeps the height of the previous
 * view, or `usual`.
 */
export function makeInSight<View extends { measure(): void }>(host: HTMLElement, usual: number, make: (host: HTMLElement) => View): View {
  const place = host.parentElement;
  if (place !== null && place.style.height === '') place.style.height = `${usual}px`;
  const { top, bottom, width } = host.getBoundingClientRect();
  const isInSight = bottom >= 0 && top <= window.innerHeight;
  if (!isInSight) Object.assign(host.style, { position: 'fixed', top: '0', left: '0', width: `${width}px`, visibility: 'hidden' });
  const view = make(host);
  view.measure();
  if (!isInSight) for (const name of ['position', 'top', 'left', 'width', 'visibility']) host.style.removeProperty(name);
  place?.style.removeProperty('height');
  return view;
}

/** Called before the view in `host` is replaced: keeps the scroll position. */
export function keepPlace(host: HTMLElement): void {
  const place = host.parentElement;
  if (place !== null) place.style.height = `${place.offsetHeight}px`;
}
