/** The seed's words for answers that travel as tool results. This path and these names are its contract. */
export const TOOL_EXECUTION_APPROVAL = { APPROVE: 'Yes, approved.', REJECT: 'No, rejected.' } as const;
export const TOOL_EXECUTION_DENIED = 'Error: User denied access to tool execution';
export const TOOL_EXECUTION_ERROR = 'Error: An error occured while calling tool';
export const TOOL_NO_EXECUTE_FUNCTION = 'Error: No execute function found on tool';
