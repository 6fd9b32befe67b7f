/** `1 error`, `12 errors`, `1,200 errors`. `many`: where it is not `one` and an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
