import { z } from 'zod';
import { contentHashSchema, type ProjectId } from '../protocol/ids.ts';
import { reviewCommentSchema } from '../protocol/review/review-comment.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';

const workbenchTabSchema = z.enum(['code', 'changes', 'preview', 'terminal', 'problems']);
const offsetSchema = z.number().int().nonnegative();
/** Of a preview's page, in pixels: what its fields take. */
const sideSchema = z.number().int().min(50).max(4_000);
const portSchema = z.number().int().min(1).max(65_535);

/** The entries that can be read; a damaged one is left out, and the rest stays. */
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

/** How the user left a project's window. What was added later is absent in what earlier versions have kept. */
export const windowStateSchema = z.object({
  version: z.literal(1),
  tab: workbenchTabSchema.catch('code'),
  pane: z.union([z.literal('chat'), workbenchTabSchema]).catch('chat'),
  /** Open files, in their order. */
  files: readable(z.string()),
  activeFile: z.string().nullable().catch(null),
  /**
   * Text that was typed and not saved; `base`: the version that the file had, null where there was none; `baseText`: what was typed over, which
   * may be older. It is absent where it is long.
   */
  unsaved: readable(
    z.object({
      path: z.string(),
      text: z.string(),
      base: contentHashSchema.nullable().catch(null),
      baseText: z.string().optional().catch(undefined),
    }),
  ),
  /** Where the user was in each open file. */
  positions: readable(z.object({ path: z.string(), anchor: offsetSchema, head: offsetSchema, top: offsetSchema })),
  /** Widths of panes that the user has chosen, in pixels. */
  widths: readable(z.object({ pane: z.enum(['conversation', 'tree']), width: z.number().min(1).max(10_000) })),
  preview: z
    .object({
      device: z.enum(['desktop', 'tablet', 'phone', 'custom']).catch('desktop'),
      custom: z.object({ width: sideSchema, height: sideSchema }).nullable().catch(null),
      isTurned: z.boolean().catch(false),
      paths: readable(z.object({ port: portSchema, path: z.string().startsWith('/') })),
    })
    .catch({ device: 'desktop', custom: null, isTurned: false, paths: [] }),
  /** Keys of changes that the user has reviewed and keeps. */
  kept: readable(z.string()),
  /** What the user has to say to the agent about changes. */
  comments: readable(reviewCommentSchema),
  /** The one that was shown in the preview. */
  port: portSchema.nullable().catch(null),
  /** What ran in the agent's shell, and what had ended before the page did. */
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
});
export type WindowState = z.infer<typeof windowStateSchema>;

/** Keeps each project's window. */
export interface WorkspaceStore {
  /** null: there is none, or none that can be read. */
  load(projectId: ProjectId): Promise<WindowState | null>;
  /** The write is begun before this returns, and needs nothing more of the page: it is done also when the page goes at once. */
  save(projectId: ProjectId, state: WindowState): Promise<void>;
}

export function createWorkspaceStore(database: Pick<DevonzDatabase, 'get' | 'transaction'>): WorkspaceStore {
  return {
    load: async (projectId) => windowStateSchema.safeParse(await database.get('workspaces', projectId)).data ?? null,
    async save(projectId, state) {
      const transaction = database.transaction('workspaces', 'readwrite');
      const put = transaction.store.put(state, projectId);
      // Otherwise the browser asks the page whether more follows, and takes everything back when nobody answers.
      transaction.commit();
      await Promise.all([put, transaction.done]);
    },
  };
}
