/** The sections of the files in the scroll area, in order. Each has its path as an attribute. */
function sectionsOf(scroller: HTMLElement): readonly HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>(':scope > [data-path]')];
}

export function sectionOf(scroller: HTMLElement | null, path: string): HTMLElement | null {
  return scroller === null ? null : (sectionsOf(scroller).find(({ dataset }) => dataset['path'] === path) ?? null);
}

/** The file at the upper edge of the visible part. */
export function fileOnTop(scroller: HTMLElement | null): string | null {
  if (scroller === null) return null;
  const sections = sectionsOf(scroller);
  let [from, to] = [0, sections.length - 1];
  // Tolerates half a pixel: so little of a file is not visible.
  const isAbove = (index: number) => (sections[index]?.offsetTop ?? 0) <= scroller.scrollTop + 1;
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (isAbove(middle)) from = middle;
    else to = middle - 1;
  }
  return sections[from]?.dataset['path'] ?? null;
}

export function fileInView(scroller: HTMLElement | null, path: string): boolean {
  const section = sectionOf(scroller, path);
  if (scroller === null || section === null) return false;
  const top = section.offsetTop - scroller.scrollTop;
  return top < scroller.clientHeight && top + section.offsetHeight > 0;
}
