/** The seed's name for the route of a step: the same answer as `/api/chat`. */
export { action, loader } from './api.chat.ts';
