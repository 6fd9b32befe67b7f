/** The Node release whose behaviour this imitates. */
export const NODE_VERSION = 'v20.19.5';
