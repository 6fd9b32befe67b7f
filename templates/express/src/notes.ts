export interface Note {
  id: number;
  text: string;
}

/** Notes in memory: gone when the server stops. */
export function createNotes() {
  const notes: Note[] = [{ id: 1, text: 'Edit me' }];
  return {
    list: (): readonly Note[] => notes,
    add(text: string): Note {
      const note = { id: notes.length + 1, text };
      notes.push(note);
      return note;
    },
  };
}
