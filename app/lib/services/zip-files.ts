/** A zip archive of the files, made off the critical path: fflate is loaded when the first export is asked for. */
export async function zipFiles(files: readonly { path: string; content: Uint8Array }[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const archive = zipSync(Object.fromEntries(files.map(({ path, content }) => [path, content])));
  return new Blob([new Uint8Array(archive)], { type: 'application/zip' });
}
