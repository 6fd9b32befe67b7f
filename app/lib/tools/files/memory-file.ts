/** What the agent notes for later sessions, a fact a line; the user may edit it. Like all of `.devonz/` it is written only with their approval. */
export const MEMORY_FILE = '.devonz/memory.md';
