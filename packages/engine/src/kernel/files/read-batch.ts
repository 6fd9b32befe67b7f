import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import type { BatchAnswer, BatchQuestion } from '../../abi/system-calls.ts';
import type { FileSystem } from './file-system.ts';

/** Larger results must be requested one at a time. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_QUESTIONS = 20_000;

/**
 * Answers many questions at once. The result is the length of the answers' JSON (four bytes, little-endian), the JSON, then the
 * concatenated bytes of all answers that have some.
 */
export function readBatch(
  fileSystem: FileSystem,
  recall: (key: string) => Uint8Array,
  questions: readonly BatchQuestion[],
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const give = (bytes: Uint8Array): BatchAnswer => {
    if (size + bytes.length > MAX_BYTES) return null;
    size += bytes.length;
    parts.push(bytes);
    return bytes.length;
  };
  const answer = ([about, name]: BatchQuestion): BatchAnswer => {
    switch (about) {
      case 'kind':
        return fileSystem.stat(name).kind === 'directory' ? 'directory' : 'file';
      case 'path':
        return fileSystem.realpath(name);
      case 'bytes':
        return fileSystem.stat(name).kind === 'file' ? give(fileSystem.readFile(name)) : null;
      case 'kept':
        return give(recall(name));
    }
  };
  const answers = questions.slice(0, MAX_QUESTIONS).map((question) => {
    try {
      // A process may send any value; an unknown question has no answer.
      return answer(question) ?? null;
    } catch {
      return null;
    }
  });
  const head = new TextEncoder().encode(JSON.stringify(answers));
  const headLength = new Uint8Array(4);
  new DataView(headLength.buffer).setUint32(0, head.length, true);
  return joinBytes([headLength, head, ...parts]);
}
