/** `+18 −6`; what is not known or zero is left out. */
export function DiffCounts({ added, removed }: { added: number | null; removed: number | null }) {
  return (
    <span className="type-figures inline-flex shrink-0 gap-6px">
      {added !== null && added > 0 && (
        <span className="c-green">
          +{added}
          <span className="visually-hidden"> lines added</span>
        </span>
      )}
      {removed !== null && removed > 0 && (
        <span className="c-red">
          −{removed}
          <span className="visually-hidden"> lines removed</span>
        </span>
      )}
    </span>
  );
}
