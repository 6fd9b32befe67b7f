/** Reads everything that a process prints until its output ends. */
export async function wholeOutput(output: ReadableStream<string>): Promise<string> {
  let text = '';
  const reader = output.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
  return text;
}
