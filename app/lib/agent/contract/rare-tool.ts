/** Why a tool that few tasks need could be needed now. */
interface RareToolSigns {
  /** Words of the user, in any message of the conversation. */
  words?: RegExp;
  /** The project has some of these. */
  facts?: 'routines' | 'roles';
}

/**
 * A tool that few tasks need. Requests contain only its `about` text until one of its signs appears; the model can ask for its description
 * and call it at any time.
 */
export interface RareTool {
  about: string;
  /** Describes it in place of its arguments where it comes late, by a call that is most likely wanted. */
  late?: string;
  signs: RareToolSigns;
}
