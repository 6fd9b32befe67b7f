import { z } from 'zod';

/** A branded id: a plain string at run time, distinct from every other id at compile time. */
export const chatIdSchema = z.string().min(1).max(64).brand<'ChatId'>();
export type ChatId = z.infer<typeof chatIdSchema>;

/** A project: files with their history, and the chats about them. A chat from before projects existed has a project with the chat's own id. */
export const projectIdSchema = z.string().min(1).max(64).brand<'ProjectId'>();
export type ProjectId = z.infer<typeof projectIdSchema>;

export const stepIdSchema = z.string().min(1).max(64).brand<'StepId'>();
export type StepId = z.infer<typeof stepIdSchema>;

/** Chosen by the model's provider, therefore untrusted; an old journal may contain any text. Never index an object with it, use a Map. */
export const toolCallIdSchema = z.string().brand<'ToolCallId'>();

/** The id of a sub-agent's call within the chat: two models may use the same id. */
export function delegatedCallId(parentId: string, toolCallId: string) {
  return toolCallIdSchema.parse(`${parentId}/${toolCallId}`);
}

/** Whether this call was made by the sub-agent that the call `parentId` started. */
export function isDelegatedBy(parentId: string, toolCallId: string): boolean {
  return toolCallId.startsWith(`${parentId}/`);
}

export const approvalIdSchema = z.string().min(1).max(64).brand<'ApprovalId'>();
export type ApprovalId = z.infer<typeof approvalIdSchema>;

/** Lower-case hexadecimal SHA-256 of the content. */
export const contentHashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'ContentHash'>();
export type ContentHash = z.infer<typeof contentHashSchema>;
