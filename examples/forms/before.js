/** The way that looks right, until a field is wrong: `detail` is a list then. */
const form = document.querySelector('#before');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  });
  const body = await response.json();
  form.querySelector('output').value = response.ok ? 'Created' : `Error: ${body.detail}`;
});
