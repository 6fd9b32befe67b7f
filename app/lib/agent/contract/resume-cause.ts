/** `moved` means that the run was not cut off: another tab released it to this one. */
export type ResumeCause = 'cut-off' | 'moved';
