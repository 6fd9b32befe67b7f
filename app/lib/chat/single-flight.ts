/** A work of which one at most is under way: whoever asks meanwhile gets that one. */
export function singleFlight<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return (...given) => {
    underWay ??= work(...given).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
