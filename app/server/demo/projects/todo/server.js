const path = require('node:path');
const express = require('express');

const port = Number(process.env.PORT) || 3000;
const app = express();

// In memory: the list is reset when the server restarts.
const todos = [
  { id: 1, title: 'Look at the preview', done: true },
  { id: 2, title: 'Add a todo of your own', done: false },
];
let nextId = 3;

app.use(express.json());
app.use(express.static(path.join(__dirname, 'public')));

app.get('/api/todos', (_request, response) => {
  response.json(todos);
});

app.post('/api/todos', (request, response) => {
  const title = readTitle(request.body);
  if (title === null) return response.status(400).json({ error: 'A todo needs a title of 1 to 200 characters.' });
  const todo = { id: nextId++, title, done: false };
  todos.push(todo);
  response.status(201).json(todo);
});

app.patch('/api/todos/:id', (request, response) => {
  const todo = findTodo(request.params.id);
  if (!todo) return response.status(404).json({ error: 'There is no such todo.' });
  const { done, title } = request.body ?? {};
  if (done !== undefined && typeof done !== 'boolean') return response.status(400).json({ error: '"done" is true or false.' });
  if (title !== undefined) {
    const newTitle = readTitle({ title });
    if (newTitle === null) return response.status(400).json({ error: 'A todo needs a title of 1 to 200 characters.' });
    todo.title = newTitle;
  }
  if (done !== undefined) todo.done = done;
  response.json(todo);
});

app.delete('/api/todos/:id', (request, response) => {
  const todo = findTodo(request.params.id);
  if (!todo) return response.status(404).json({ error: 'There is no such todo.' });
  todos.splice(todos.indexOf(todo), 1);
  response.status(204).end();
});

app.listen(port, (error) => {
  if (error) throw error;
  console.log(`Todo list on http://localhost:${port}`);
});

function findTodo(id) {
  return todos.find((todo) => todo.id === Number(id));
}

function readTitle(body) {
  const title = typeof body?.title === 'string' ? body.title.trim() : '';
  return title.length >= 1 && title.length <= 200 ? title : null;
}
