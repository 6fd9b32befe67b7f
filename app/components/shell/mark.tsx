/** The product's mark: a D whose stem is the agent's caret; it blinks while the agent works. */
export function Mark({ isWorking = false }: { isWorking?: boolean }) {
  return (
    <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" className="mark" data-working={isWorking}>
      <rect className="mark-stem" x="0.5" y="1.5" width="4" height="13" rx="0.5" />
      <path d="M7 2.75h1.5a5.25 5.25 0 0 1 0 10.5H7" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  );
}
