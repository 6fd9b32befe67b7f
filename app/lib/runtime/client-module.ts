export { WebContainer } from '@webcontainer/api';

/** Of the chunk that holds the client: imported under it with another query, the client is evaluated again. */
export const address = import.meta.url;
