import { get } from 'node:http';
import { remoteProviders } from '../../app/lib/models/remote-providers.ts';
import { type ModelsResponse, modelsResponseSchema } from '../../app/lib/protocol/models/models.ts';
import { OWN_REQUEST_HEADER } from '../../app/lib/protocol/own-request.ts';

/** Returns the reason why the server does not offer this model, or null if it does. */
export function whyNotOffered(modelId: string, { models, problems }: ModelsResponse): string | null {
  if (models.some(({ id }) => id === modelId)) return null;
  const provider = modelId.slice(0, modelId.indexOf(':'));
  const ofProvider = models.filter((model) => model.provider === provider).map(({ id }) => id);
  const told = problems.map((problem) => ` ${problem.provider}: ${problem.message}`).join('');
  if (ofProvider.length > 0) return `There is no model ${modelId}. There are ${listed(ofProvider)}.${told}`;
  const variable = remoteProviders.find(({ id }) => id === provider)?.fields.find((field) => field.variable !== undefined)?.variable;
  const why = variable === undefined ? `There is no provider “${provider}”` : `The provider ${provider} lists no model`;
  const hint = variable === undefined || told !== '' ? '' : ` Is ${variable} set, in the environment or in .dev.vars?`;
  return `${why}.${told}${hint} Models there are: ${listed(models.map(({ id }) => id))}.`;
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 20).join(', ');
  return ids.length > 20 ? `${shown} and ${ids.length - 20} more` : shown;
}

/** Returns the models that the server on this port offers. Uses the address, because not every system resolves names under localhost. */
export function readModels(port: number): Promise<ModelsResponse> {
  return new Promise((resolve, reject) => {
    const headers = { host: `ide.localhost:${port}`, [OWN_REQUEST_HEADER]: '1' };
    const request = get({ host: '127.0.0.1', port, path: '/api/models', headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', reject);
      response.once('end', () => {
        try {
          resolve(modelsResponseSchema.parse(JSON.parse(Buffer.concat(pieces).toString('utf8'))));
        } catch {
          reject(new Error(`The server could not list its models (${response.statusCode}).`));
        }
      });
    });
    request.once('error', reject);
  });
}
