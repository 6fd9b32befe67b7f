/** Code for messages that are more than words, in its own chunk: the user's first key needs none of it. */
export { refusedLine } from '../../../lib/chat/slash-commands/run-slash-line.ts';
export { $routines } from '../../../lib/settings/config/project-routines.ts';
export { answersWaiting } from '../../page/keys/answers-waiting.ts';
export { DraftImages } from '../images/draft-images.tsx';
export { prepareDraftImages } from '../images/prepare-draft-images.ts';
export { DraftAttachments } from '../mentions/draft-attachments.tsx';
export { fileItems, fittingItems, serverItems } from '../mentions/mention-items.ts';
export { MentionMenu } from '../mentions/mention-menu.tsx';
export { readDraftText, sayNoRoom } from '../mentions/read-draft-text.ts';
export { EstimateNote } from '../models/estimate-note.tsx';
export { enhanceDraft } from '../prompts/enhance-draft.ts';
export { EnhancingNote } from '../prompts/enhancing-note.tsx';
export { CommandNote } from './command-note.tsx';
export { EditingNote } from './editing-note.tsx';
export { RefusedNote } from './refused-note.tsx';
export { SlashMenu } from './slash-menu.tsx';
export { slashMenuItems } from './slash-menu-items.ts';
