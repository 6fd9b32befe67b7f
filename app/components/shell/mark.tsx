/**
 * The product's mark: a D whose stem is the agent's caret, which blinks while the agent works. The stem is a separate element, because the
 * browser animates inside an SVG on the main thread, at every frame of a run.
 */
export function Mark({ isWorking = false }: { isWorking?: boolean }) {
  return (
    <span aria-hidden="true" className="mark" data-working={isWorking}>
      <span className="mark-stem" />
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M7 2.75h1.5a5.25 5.25 0 0 1 0 10.5H7" fill="none" stroke="currentColor" strokeWidth="2.5" />
      </svg>
    </span>
  );
}
