import { z } from 'zod';
import { contentHashSchema, type ProjectId } from '../protocol/ids.ts';
import type { DevonzDatabase } from './database.ts';

const workbenchTabSchema = z.enum(['code', 'changes', 'preview', 'terminal', 'problems']);

/** How the user left a project's window. */
export const windowStateSchema = z.object({
  version: z.literal(1),
  tab: workbenchTabSchema,
  pane: z.union([z.literal('chat'), workbenchTabSchema]),
  /** Open files, in their order. */
  files: z.array(z.string()),
  activeFile: z.string().nullable(),
  /** Text that was typed and not saved; `base`: the version of the file that it changes, null where there was none. */
  unsaved: z.array(z.object({ path: z.string(), text: z.string(), base: contentHashSchema.nullable() })),
  port: z.number().nullable(),
  /** What ran in the agent's shell; it has ended with the page. */
  processes: z.array(z.object({ processId: z.string(), command: z.string(), directory: z.string(), port: z.number().nullable() })),
  terminals: z.array(z.object({ terminalId: z.string(), name: z.string(), past: z.string() })),
});
export type WindowState = z.infer<typeof windowStateSchema>;

/** Keeps each project's window. */
export interface WorkspaceStore {
  /** null: there is none, or none that can be read. */
  load(projectId: ProjectId): Promise<WindowState | null>;
  save(projectId: ProjectId, state: WindowState): Promise<void>;
}

export function createWorkspaceStore(database: Pick<DevonzDatabase, 'get' | 'put'>): WorkspaceStore {
  return {
    load: async (projectId) => windowStateSchema.safeParse(await database.get('workspaces', projectId)).data ?? null,
    save: async (projectId, state) => void (await database.put('workspaces', state, projectId)),
  };
}
