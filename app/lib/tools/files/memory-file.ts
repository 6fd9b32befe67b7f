/** The agent's notes for later sessions, one fact per line; the user may edit it. Like all of `.devonz/`, writing it requires approval. */
export const MEMORY_FILE = '.devonz/memory.md';
