interface FieldProblemProps {
  /** For the field's `aria-describedby`, by `describedByProblem`. */
  id: string;
  problem: string | null;
}

/** Says beside a field what is allowed, if what is typed is not. */
export function FieldProblem({ id, problem }: FieldProblemProps) {
  if (problem === null) return null;
  return (
    <span id={id} className="text-sm c-red" role="alert">
      {problem}
    </span>
  );
}

/** Returns the attributes of a field that tell assistive technology of the problem, in addition to its description. */
export function describedByProblem(id: string, problem: string | null, describedBy: string | undefined) {
  const ids = [describedBy, problem === null ? undefined : id].filter((each) => each !== undefined).join(' ');
  return { 'aria-invalid': problem !== null, 'aria-describedby': ids === '' ? undefined : ids };
}
