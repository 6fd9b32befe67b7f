import express, { type Express } from 'express';
import { createNotes } from './notes.ts';

export function createApp(): Express {
  const notes = createNotes();
  const app = express();
  app.use(express.json());
  app.use(express.static('public'));

  app.get('/api/notes', (_request, response) => {
    response.json(notes.list());
  });

  app.post('/api/notes', (request, response) => {
    const text: unknown = request.body?.text;
    if (typeof text !== 'string' || text === '') {
      response.status(400).json({ error: 'A note needs a text.' });
      return;
    }
    response.status(201).json(notes.add(text));
  });

  return app;
}
