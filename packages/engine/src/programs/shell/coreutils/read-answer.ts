import type { InputStream } from '../streams/input-stream.ts';

/** Reads one line of standard input. The rest stays for the next question or the next command. */
export async function readAnswer(stdin: InputStream): Promise<string> {
  const decoder = new TextDecoder();
  let line = '';
  for (;;) {
    const bytes = await stdin.read();
    if (bytes.length === 0) return line + decoder.decode();
    const newline = bytes.indexOf(10);
    if (newline !== -1) {
      stdin.unread(bytes.subarray(newline + 1));
      return line + decoder.decode(bytes.subarray(0, newline));
    }
    line += decoder.decode(bytes, { stream: true });
  }
}
