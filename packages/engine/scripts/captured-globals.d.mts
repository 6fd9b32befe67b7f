// What it exports is put by the build in the place of globals, whose types stay theirs.
export {};
