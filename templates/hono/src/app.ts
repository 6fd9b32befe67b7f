import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createNotes } from './notes.ts';

export function createApp(): Hono {
  const notes = createNotes();
  const app = new Hono();

  app.get('/api/notes', (context) => context.json(notes.list()));

  app.post('/api/notes', async (context) => {
    const { text } = await context.req.json<{ text?: unknown }>();
    if (typeof text !== 'string' || text === '') return context.json({ error: 'A note needs a text.' }, 400);
    return context.json(notes.add(text), 201);
  });

  app.use('*', serveStatic({ root: './public' }));
  return app;
}
