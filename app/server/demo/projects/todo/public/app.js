const form = document.getElementById('form');
const titleInput = document.getElementById('title');
const list = document.getElementById('todos');
const count = document.getElementById('count');
const empty = document.getElementById('empty');
const problem = document.getElementById('problem');
const filterButtons = [...document.querySelectorAll('[data-filter]')];

const isShown = {
  all: () => true,
  open: (todo) => !todo.done,
  done: (todo) => todo.done,
};
const emptyTexts = {
  all: 'Nothing to do. Add something above.',
  open: 'Everything is done.',
  done: 'Nothing is done yet.',
};

let todos = [];
let filter = 'all';

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  });
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `The server answered ${response.status}.`);
  return answer;
}

/** Sends a request to the server and shows its errors. */
async function attempt(action) {
  try {
    await action();
    problem.hidden = true;
  } catch (error) {
    problem.textContent = error instanceof TypeError ? 'The server does not answer. Is it running?' : error.message;
    problem.hidden = false;
  }
  render();
}

function render() {
  const focusedId = document.activeElement?.id;
  const shown = todos.filter(isShown[filter]);
  list.replaceChildren(...shown.map(toItem));
  const open = todos.filter((todo) => !todo.done).length;
  count.textContent = open === 1 ? '1 left' : `${open} left`;
  empty.textContent = emptyTexts[filter];
  empty.hidden = shown.length > 0;
  for (const button of filterButtons) button.setAttribute('aria-pressed', String(button.dataset.filter === filter));
  // The items are new elements, so the focus is restored.
  if (focusedId) document.getElementById(focusedId)?.focus();
}

function toItem(todo) {
  const item = document.createElement('li');
  item.className = todo.done ? 'todo is-done' : 'todo';

  const label = document.createElement('label');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.id = `todo-${todo.id}`;
  box.checked = todo.done;
  box.addEventListener('change', () => attempt(() => setDone(todo, box.checked)));
  const text = document.createElement('span');
  text.textContent = todo.title;
  label.append(box, text);

  const remove = document.createElement('button');
  remove.type = 'button';
  remove.textContent = 'Delete';
  remove.setAttribute('aria-label', `Delete ${todo.title}`);
  remove.addEventListener('click', () => attempt(() => removeTodo(todo)));

  item.append(label, remove);
  return item;
}

async function setDone(todo, done) {
  const changed = await call('PATCH', `/api/todos/${todo.id}`, { done });
  todos = todos.map((other) => (other.id === changed.id ? changed : other));
}

async function removeTodo(todo) {
  await call('DELETE', `/api/todos/${todo.id}`);
  todos = todos.filter((other) => other.id !== todo.id);
  titleInput.focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const title = titleInput.value.trim();
  if (title === '') return;
  attempt(async () => {
    todos = [...todos, await call('POST', '/api/todos', { title })];
    if (filter === 'done') filter = 'all';
    form.reset();
    titleInput.focus();
  });
});

for (const button of filterButtons) {
  button.addEventListener('click', () => {
    filter = button.dataset.filter;
    render();
  });
}

attempt(async () => {
  todos = await call('GET', '/api/todos');
});
