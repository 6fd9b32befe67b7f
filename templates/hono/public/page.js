const form = document.querySelector('form');
const list = document.querySelector('ul');

async function show() {
  const response = await fetch('/api/notes');
  const notes = await response.json();
  list.replaceChildren(
    ...notes.map(({ text }) => {
      const item = document.createElement('li');
      item.textContent = text;
      return item;
    }),
  );
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = new FormData(form).get('text');
  await fetch('/api/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) });
  form.reset();
  await show();
});

await show();
