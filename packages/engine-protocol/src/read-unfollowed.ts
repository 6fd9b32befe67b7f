/**
 * Passed to `readFile` of the official client's `fs` as the encoding, which the client forwards unchanged, because that client does not
 * support symbolic links. The engine then reads the path itself: the bytes of a file, or the target of a link as text.
 */
export const READ_UNFOLLOWED = 'devonz-unfollowed';
