/** Entries of a session file: see `session-file-schema.ts`. */
export const SESSION_HEADER = 'devonz-session.json';
export const SESSION_JOURNAL = 'journal.jsonl';
export const SESSION_CONTENTS = 'contents/';
