import { apiRoute } from '../server/api-route.server.ts';
import { changeConnections, listConnections } from '../server/connections/answer-connections.server.ts';
import { connectionsOf } from '../server/models/model-access.server.ts';

export const loader = apiRoute('GET', async (parts) => listConnections(await connectionsOf(parts)));
export const action = apiRoute('POST', async (parts) => changeConnections(parts.request, await connectionsOf(parts)));
