/**
 * Makes a view in `host` as if that were in the visible part of the window. An editor that is made out of it guesses how high its lines are
 * until they are scrolled to, and all that is below would move then. Meanwhile its place keeps the height of the view that was there, or `usual`.
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

/** Before the view in `host` goes and another one comes: what has been scrolled to stays where it is. */
export function keepPlace(host: HTMLElement): void {
  const place = host.parentElement;
  if (place !== null) place.style.height = `${place.offsetHeight}px`;
}
