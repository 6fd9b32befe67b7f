import { z } from 'zod';
import { contentHashSchema, type ProjectId } from '../protocol/ids.ts';
import { reviewCommentSchema } from '../protocol/review/review-comment.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';

const workbenchTabSchema = z.enum(['code', 'changes', 'preview', 'terminal', 'problems']);
const offsetSchema = z.number().int().nonnegative();
/** Size of a preview page in pixels, within the limits of its input fields. */
const sideSchema = z.number().int().min(50).max(4_000);
const portSchema = z.number().int().min(1).max(65_535);

/** Keeps the readable entries and drops damaged ones. */
function readable<Item>(item: z.ZodType<Item>) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((entries) =>
      entries.flatMap((entry): Item[] => {
        const read = item.safeParse(entry);
        return read.success ? [read.data] : [];
      }),
    );
}

/** The user's window state for a project. Fields that were added later are absent in older values. */
export const windowStateSchema = z.object({
  version: z.literal(1),
  tab: workbenchTabSchema.catch('code'),
  pane: z.union([z.literal('chat'), workbenchTabSchema]).catch('chat'),
  /** Open files, in order. */
  files: readable(z.string()),
  activeFile: z.string().nullable().catch(null),
  /**
   * Unsaved text. `base`: the version that the file had, null if it did not exist. `baseText`: the text it was typed over, which
   * may be older; absent if it is long.
   */
  unsaved: readable(
    z.object({
      path: z.string(),
      text: z.string(),
      base: contentHashSchema.nullable().catch(null),
      baseText: z.string().optional().catch(undefined),
    }),
  ),
  /** The user's position in each open file. */
  positions: readable(z.object({ path: z.string(), anchor: offsetSchema, head: offsetSchema, top: offsetSchema })),
  /** Pane widths chosen by the user, in pixels. */
  widths: readable(z.object({ pane: z.enum(['conversation', 'tree']), width: z.number().min(1).max(10_000) })),
  preview: z
    .object({
      device: z.enum(['desktop', 'tablet', 'phone', 'custom']).catch('desktop'),
      custom: z.object({ width: sideSchema, height: sideSchema }).nullable().catch(null),
      isTurned: z.boolean().catch(false),
      paths: readable(z.object({ port: portSchema, path: z.string().startsWith('/') })),
    })
    .catch({ device: 'desktop', custom: null, isTurned: false, paths: [] }),
  /** Keys of changes that the user has reviewed and kept. */
  kept: readable(z.string()),
  /** The user's comments on changes, for the agent. */
  comments: readable(reviewCommentSchema),
  /** The port that the preview showed. */
  port: portSchema.nullable().catch(null),
  /** Programs that ran in the agent's shell, and those that had ended before the page closed. */
  processes: readable(
    z.object({
      processId: z.string(),
      command: z.string(),
      directory: z.string(),
      port: z.number().nullable().catch(null),
      endedWith: z.enum(['page', 'runtime']).catch('page'),
    }),
  ),
  terminals: readable(z.object({ terminalId: z.string(), name: z.string(), past: z.string() })),
  /** The ends of outputs of commands that ended without a result. */
  outputs: readable(z.object({ toolCallId: z.string(), text: z.string(), linesBefore: offsetSchema })),
});
export type WindowState = z.infer<typeof windowStateSchema>;

/** Stores the window state of each project. */
export interface WorkspaceStore {
  /** Returns null if there is none or it cannot be read. */
  load(projectId: ProjectId): Promise<WindowState | null>;
  /** The write starts before this returns and completes even if the page closes at once. */
  save(projectId: ProjectId, state: WindowState): Promise<void>;
}

export function createWorkspaceStore(database: Pick<DevonzDatabase, 'get' | 'transaction'>): WorkspaceStore {
  return {
    load: async (projectId) => windowStateSchema.safeParse(await database.get('workspaces', projectId)).data ?? null,
    async save(projectId, state) {
      const transaction = database.transaction('workspaces', 'readwrite');
      const put = transaction.store.put(state, projectId);
      // Without it, the browser asks the page whether more requests follow, and aborts the transaction if nobody answers.
      transaction.commit();
      await Promise.all([put, transaction.done]);
    },
  };
}
