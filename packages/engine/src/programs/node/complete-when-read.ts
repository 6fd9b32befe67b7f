/**
 * Runs `complete` when a program first reads one of these globals. Until then they are accessors, as Node's own are. Most short programs
 * use none of them, so this saves work at each start. `complete` sees the browser's own values and may replace them; values that the
 * program has set by then are kept.
 */
export function completeWhenRead(scope: object, names: readonly string[], complete: () => void): void {
  const natives = new Map(names.map((name) => [name, Reflect.get(scope, name)] as const));
  const getters = new Map<string, () => unknown>();
  const put = (name: string, value: unknown) =>
    Object.defineProperty(scope, name, { value, writable: true, configurable: true, enumerable: false });
  const finish = () => {
    const replaced = names.flatMap((name) => {
      const descriptor = Object.getOwnPropertyDescriptor(scope, name);
      return descriptor !== undefined && descriptor.get !== getters.get(name) ? [[name, descriptor] as const] : [];
    });
    const removed = names.filter((name) => Object.getOwnPropertyDescriptor(scope, name) === undefined);
    for (const [name, native] of natives) put(name, native);
    complete();
    for (const [name, descriptor] of replaced) Object.defineProperty(scope, name, descriptor);
    for (const name of removed) Reflect.deleteProperty(scope, name);
  };
  let isFinished = false;
  for (const name of names) {
    const get = (): unknown => {
      if (!isFinished) {
        isFinished = true;
        finish();
      }
      const descriptor = Object.getOwnPropertyDescriptor(scope, name);
      // A program may have saved the accessor and restored it, or called it after removing the property.
      return descriptor === undefined || descriptor.get === get ? natives.get(name) : Reflect.get(scope, name);
    };
    getters.set(name, get);
    Object.defineProperty(scope, name, { configurable: true, enumerable: false, get, set: (value: unknown) => put(name, value) });
  }
}
