export const HELP_DIALOG_TEXT = {
  back: 'All documents',
  loading: 'Loading…',
  missing: 'This document could not be loaded. Check the connection, then try again.',
} as const;
