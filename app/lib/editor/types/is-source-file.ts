/** Whether it is a TypeScript or JavaScript file, for which types are available. */
export function isSourceFile(path: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path);
}
