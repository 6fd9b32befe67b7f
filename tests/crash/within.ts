/**
 * Resolves with the result of `work`; rejects with an error naming the work if it takes longer. A wait without a limit would name nothing.
 */
export async function within<Value>(milliseconds: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${milliseconds / 1_000} s: ${what}.`)), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
