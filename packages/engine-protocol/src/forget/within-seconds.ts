/** Rejects work that takes longer, because a browser with damaged storage may never answer. */
export function withinSeconds(seconds: number): <Value>(work: Promise<Value>) => Promise<Value> {
  return (work) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The browser does not answer.')), seconds * 1_000);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
}
