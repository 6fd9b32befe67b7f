/** Limits of files and bytes that are read and unpacked at once. */
const FILES_AT_ONCE = 200;
const BYTES_AT_ONCE = 2 * 1024 * 1024;

/** Splits files into batches that are limited in number and in bytes; a file above the byte limit gets its own batch. */
export function* inBatches<File>(files: Iterable<File>, sizeOf: (file: File) => number): Generator<File[]> {
  let batch: File[] = [];
  let bytes = 0;
  for (const file of files) {
    const size = sizeOf(file);
    if (batch.length > 0 && (batch.length === FILES_AT_ONCE || bytes + size > BYTES_AT_ONCE)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
