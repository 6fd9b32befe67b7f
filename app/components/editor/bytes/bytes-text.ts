/** What is said of files that are no text. */
export const BYTES_TEXT = {
  image: (name: string) => `Picture ${name}`,
  size: (width: number, height: number) => `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`,
  broken: 'It has the name of a picture, but cannot be read as one.',
  views: 'Show as',
  picture: 'Picture',
  text: 'Text',
  bytes: 'Bytes',
  readOnly: (encoding: string) => `Not UTF-8: read as ${encoding}. It cannot be edited here.`,
  noText: 'Not text. It cannot be edited here.',
  more: (shown: string, all: string) => `${shown} of ${all} are shown.`,
  showMore: 'Show more',
  hex: (name: string) => `Bytes of ${name}`,
  otherText: (name: string) => `Text of ${name}`,
  showPicture: 'Show the picture',
  hidePicture: 'Hide the picture',
} as const;
