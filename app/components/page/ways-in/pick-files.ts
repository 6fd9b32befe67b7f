interface PickOptions {
  accept?: string;
  multiple?: boolean;
  webkitdirectory?: boolean;
}

/** Opens the browser's file dialog; `onChosen` is not called if the user chooses no files. */
export function pickFiles(options: PickOptions, onChosen: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', ...options });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) onChosen(files);
  });
  input.click();
}
