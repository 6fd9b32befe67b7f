import { z } from 'zod';

const program = z.array(z.string().max(4_096)).min(1).max(20);

/** A bridge's description of its machine. Unknown fields of newer bridges are left out. */
export const machineFactsSchema = z.object({
  id: z.string().regex(/^[a-z0-9]{16,64}$/),
  kind: z.enum(['local', 'ssh', 'container']),
  user: z.string().max(100),
  host: z.string().max(255),
  /** In words, such as `Debian GNU/Linux 12`. */
  system: z.string().max(200),
  home: z.string().startsWith('/').max(4_096),
  /** The absolute path of the open folder. */
  folder: z.string().startsWith('/').max(4_096),
  /** Programs with their arguments before `-c`. */
  shells: z.object({ agent: program, user: program }),
  /** A folder that only this user can open; it is removed when the bridge ends. */
  temporaryFolder: z.string().startsWith('/').max(4_096),
  /** False if programs have only pipes there; `terminalReason` says why. */
  hasTerminal: z.boolean(),
  terminalReason: z.string().max(1_000).optional(),
  /** Which notes (terminal-note.ts) are in the output of a program that asks for them: `streams` for its two streams and its ports. */
  notes: z.string().max(100).optional(),
  /** Versions of programs by name, such as `git`. */
  programs: z.record(z.string().max(100), z.string().max(200)),
});
export type MachineFacts = z.infer<typeof machineFactsSchema>;

/** A machine that can be reached: `origin` is the address of its bridge for this app, which is a secret. */
export const connectedMachineSchema = z.object({ facts: machineFactsSchema, origin: z.url().max(300) });
export type ConnectedMachine = z.infer<typeof connectedMachineSchema>;
