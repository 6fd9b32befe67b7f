/** Lets the user save a file with the browser. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns the name of an exported file, from the chat's title. */
export function projectFileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain || 'project';
}
