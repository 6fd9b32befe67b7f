/**
 * The genuine client's `fs` knows no symbolic links. Given to its `readFile` as the encoding, which the client passes on as it is, this has
 * the engine read what is at the path itself: bytes of a file, and of a link the text of where it leads.
 */
export const READ_UNFOLLOWED = 'devonz-unfollowed';
