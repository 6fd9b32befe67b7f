/** Runs the work at most once at a time: a call during a run gets that run's result. */
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
