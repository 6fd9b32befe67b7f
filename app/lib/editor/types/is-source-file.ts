/** Whether it is TypeScript or JavaScript, of which the types are known. */
export function isSourceFile(path: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path);
}
