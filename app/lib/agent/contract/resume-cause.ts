/** `moved`: it was not cut off, another tab has let go of it for this one. */
export type ResumeCause = 'cut-off' | 'moved';
