export { WebContainer } from '@webcontainer/api';

/** Address of the chunk that contains the client: imported with another query, the client is evaluated again. */
export const address = import.meta.url;
