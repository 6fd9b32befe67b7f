// npm run models-table
// Writes the context windows and prices of the models known to the server, from the installed version of @pydantic/genai-prices.
import { writeFileSync } from 'node:fs';
import { makeModelTable, modelTableText } from './models/make-model-table.ts';

const table = makeModelTable();
writeFileSync('app/server/models/table/model-table.json', modelTableText(table));
console.log(`${table.providers.flatMap(({ models }) => models).length} models of ${table.version}, ${table.date}.`);
